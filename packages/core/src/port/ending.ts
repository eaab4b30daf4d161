/** The end of a port: once, and whole, also where the stack is too full for all that it takes. */

import { isOfFullStack } from '../codec/full-stack.ts'
import type { Host } from '../host.ts'
import type { Closure } from './options.ts'

export class Ending {
  readonly #host: Host
  readonly #finish: (closure: Closure) => void
  #closure: Closure | undefined
  /** It has ended, but not all that this takes is done. */
  #isDue = false

  /** `finish` may be called twice, and each of its steps with it. */
  constructor(host: Host, finish: (closure: Closure) => void) {
    this.#host = host
    this.#finish = finish
  }

  /** How it ended. */
  get closure(): Closure | undefined {
    return this.#closure
  }

  get isOver(): boolean {
    if (this.#closure === undefined) return false
    this.#finishWhole(this.#closure)
    return true
  }

  /** From this side: who closes it does the rest. */
  close(closure: Closure): void {
    this.#closure = closure
  }

  end(closure: Closure): void {
    if (this.isOver) return
    this.#closure = closure
    this.#isDue = true
    this.#finishWhole(closure)
  }

  #finishWhole(closure: Closure): void {
    if (!this.#isDue) return
    this.#isDue = false
    try {
      this.#finish(closure)
    } catch (error) {
      // First of all: on a full stack any call may fail. The rest comes from an empty one, or by whoever asks before that.
      this.#isDue = true
      if (isOfFullStack(error)) this.#host.nextTask(() => this.#finishWhole(closure))
      else this.#isDue = false
      throw error
    }
  }
}
