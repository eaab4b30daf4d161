/** A worker's `exit` event that comes after what was thrown before it: that may end the process, as an `exit` listener may. */

import type { EventEmitter } from 'node:events'
import { setImmediate } from './timers.ts'

/** What may still come when Node tells of the exit, and the exit itself. */
const HEARD_AT_EXIT = ['message', 'messageerror', 'error', 'exit']

/** The methods of the platform's `Worker`, whatever the program's own class makes of them. */
export interface LateExitParts {
  readonly worker: EventEmitter
  readonly on: (event: string, listener: () => void) => void
  readonly emitExit: (values: unknown[]) => boolean
  readonly removeAllListeners: () => void
}

export class LateExit {
  readonly #parts: LateExitParts
  /** How much is reported, or delivered, before anybody is told of the exit. */
  #pending = 0
  #values: unknown[] | undefined
  #listeners: (readonly [event: string, listener: () => void])[] = []

  constructor(parts: LateExitParts) {
    this.#parts = parts
  }

  /**
   * Calls back later, by default in a task, after what has been reported by now; nobody is told of the exit before that.
   * `later` may also call back at once.
   */
  waitFor(callback: () => void, later: (callback: () => void) => void = setImmediate): void {
    this.#pending++
    later(() => {
      this.#putBack()
      try {
        callback()
      } finally {
        this.#pending--
        this.#tellIfDue()
      }
    })
  }

  /** Node tells of the exit, and removes all listeners once this returns. */
  tell(values: unknown[]): boolean {
    const { worker, emitExit } = this.#parts
    if (this.#pending === 0) return emitExit(values)
    this.#values ??= values
    for (const event of HEARD_AT_EXIT)
      for (const listener of worker.rawListeners(event)) this.#listeners.push([event, listener as () => void])
    return worker.listenerCount('exit') !== 0
  }

  #tellIfDue(): void {
    const values = this.#values
    if (this.#pending !== 0 || values === undefined) return
    this.#values = undefined
    this.#listeners = []
    this.#parts.emitExit(values)
    this.#parts.removeAllListeners()
  }

  #putBack(): void {
    const { worker, on } = this.#parts
    for (const [event, listener] of this.#listeners)
      if (!worker.rawListeners(event).includes(listener)) on(event, listener)
  }
}
