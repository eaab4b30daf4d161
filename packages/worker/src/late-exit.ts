/** A worker's `exit` event that comes after earlier errors. An error may end the process, and so may an `exit` listener. */

import type { EventEmitter } from 'node:events'
import { queueMicrotask, setImmediate } from './timers.ts'

/** Events that may still come when Node tells of the exit, and the exit itself. */
const HEARD_AT_EXIT = ['message', 'messageerror', 'error', 'exit']

type Listeners = ReturnType<EventEmitter['rawListeners']>

/** The methods of the platform's `Worker`, whatever the program's own class makes of them. */
export interface LateExitParts {
  readonly worker: EventEmitter
  readonly on: (event: string, listener: () => void) => void
  readonly emitExit: (values: unknown[]) => boolean
  readonly removeAllListeners: () => void
}

export class LateExit {
  readonly #parts: LateExitParts
  /** How many reports and deliveries must come before the exit is told. */
  #pending = 0
  #values: unknown[] | undefined
  /** The listeners that Node removes with the exit, until they are put back. */
  #listeners = new Map<string, Listeners>()
  #told: Promise<unknown> | undefined
  #resolveTold: ((code: unknown) => void) | undefined

  constructor(parts: LateExitParts) {
    this.#parts = parts
  }

  /**
   * Calls back later, by default in a task, after everything that has been reported by now. The exit is not told before that.
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
    // A program may also emit `exit` itself, before or after.
    this.#values ??= values
    for (const event of HEARD_AT_EXIT) {
      const known = this.#listeners.get(event) ?? []
      this.#listeners.set(event, [...known, ...without(worker.rawListeners(event), known)])
    }
    // Before other code runs: a listener that the program removes after that stays removed.
    queueMicrotask(() => this.#putBack())
    return worker.listenerCount('exit') !== 0
  }

  /** The exit code, once that is told; undefined where no exit is held back. */
  get told(): Promise<unknown> | undefined {
    if (this.#values === undefined) return undefined
    return (this.#told ??= new Promise((resolve) => (this.#resolveTold = resolve)))
  }

  #tellIfDue(): void {
    const values = this.#values
    if (this.#pending !== 0 || values === undefined) return
    this.#values = undefined
    try {
      this.#parts.emitExit(values)
      this.#parts.removeAllListeners()
    } finally {
      // Also where a listener has thrown: the program may go on after that.
      this.#resolveTold?.(values[0])
    }
  }

  #putBack(): void {
    const { worker, on } = this.#parts
    // Only once: a listener that the program removes after that stays removed.
    const listeners = this.#listeners
    this.#listeners = new Map()
    for (const [event, known] of listeners)
      for (const listener of without(known, worker.rawListeners(event))) on(event, listener as () => void)
  }
}

/** Those that are not `present`. One that was added twice counts twice. */
function without(listeners: Listeners, present: Listeners): Listeners {
  const left = [...present]
  return listeners.filter((listener) => {
    const place = left.indexOf(listener)
    if (place !== -1) left.splice(place, 1)
    return place === -1
  })
}
