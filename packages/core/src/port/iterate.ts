/** `for await (const message of port)`. */

import { type CloseReason, isClosedError } from '../errors.ts'
import type { Pulls, Waiter } from './pulls.ts'

/** Something may not have come: that must not look like the end. */
const FAULTS: ReadonlySet<CloseReason> = new Set(['corrupt', 'stack-overflow', 'peer-stack-overflow'])

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined }

/** Takes every message from its first `next` on, until the port ends or the loop is left. */
export class PortIterator implements AsyncIterableIterator<any> {
  readonly #pulls: Pulls
  readonly #pull: (waiter: Waiter) => void
  readonly #pending = new Map<Waiter, (result: typeof DONE) => void>()
  #isOpen = false
  #isDone = false

  /** `pull` gives the waiter its message, or the error with which the port ended, now or later. */
  constructor(pulls: Pulls, pull: (waiter: Waiter) => void) {
    this.#pulls = pulls
    this.#pull = pull
  }

  /** Rejects with `ClosedError` when the port ended in the middle of something. */
  next(): Promise<IteratorResult<any, undefined>> {
    if (this.#isDone) return Promise.resolve(DONE)
    if (!this.#isOpen) {
      this.#isOpen = true
      this.#pulls.beginIteration()
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        place: undefined,
        resolve: (value) => {
          this.#pending.delete(waiter)
          resolve({ done: false, value })
        },
        reject: (error) => {
          this.#pending.delete(waiter)
          this.#end()
          if (isClosedError(error) && !FAULTS.has(error.reason)) resolve(DONE)
          else reject(error)
        },
      }
      this.#pending.set(waiter, resolve)
      this.#pulls.ask(waiter, this.#pull)
    })
  }

  /** Leaves the loop: the port stays open, no message is lost, and listeners get messages again. */
  return(): Promise<IteratorReturnResult<undefined>> {
    for (const [waiter, resolve] of this.#pending) {
      // Else the loop is left by the `from` of a class, in the message that this one gets.
      if (!this.#pulls.remove(waiter)) continue
      this.#pending.delete(waiter)
      resolve(DONE)
    }
    this.#end()
    return Promise.resolve(DONE)
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  #end(): void {
    this.#isDone = true
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#pulls.endIteration()
  }
}
