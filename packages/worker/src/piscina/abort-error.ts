/** How Piscina says that a task was cancelled, and the signals that it takes. */

import type { EventEmitter } from 'node:events'
import type { RunOptions } from '@slipring/core/pool'

export class AbortError extends Error {
  constructor(reason?: unknown) {
    super('The task has been aborted', { cause: reason })
  }
  override get name(): 'AbortError' {
    return 'AbortError'
  }
}

interface AbortSignalEventTarget {
  addEventListener(type: 'abort', listener: () => void, options?: object): void
  removeEventListener(type: 'abort', listener: () => void): void
  readonly aborted?: boolean
  readonly reason?: unknown
}
/** An `AbortSignal`, or an emitter of `abort`. */
export type AbortSignalAny = AbortSignalEventTarget | Pick<EventEmitter, 'once' | 'off'>

type Signal = NonNullable<RunOptions['signal']>

/** As a signal whose reason is what Piscina rejects with. */
export function signalOf(given: AbortSignalAny): Signal {
  if (!('addEventListener' in given)) {
    return {
      aborted: false,
      reason: new AbortError(),
      addEventListener: (_, listener) => given.once('abort', listener),
      removeEventListener: (_, listener) => given.off('abort', listener),
    }
  }
  return {
    aborted: given.aborted === true,
    get reason() {
      return new AbortError(given.reason)
    },
    addEventListener: (type, listener) => given.addEventListener(type, listener, { once: true }),
    removeEventListener: (type, listener) => given.removeEventListener(type, listener),
  }
}
