/**
 * The end of a port, and its boundary for stack overflows (docs/decisions/0024). Each entry point gives every exception to
 * `passed`, and a stack overflow ends the port.
 */

import { isStackOverflow } from '../codec/stack-overflow.ts'
import type { Closure } from './options.ts'
import { ENDED, type Unusual } from './unusual.ts'

const SETTLED = Promise.resolve()

export class Ending {
  /** How the port has ended. */
  closure: Closure | undefined
  /** Set by the `catch` of an entry point before it calls `passed`: the stack may have no room for that call. */
  thrown: unknown
  readonly #finish: () => void
  readonly #unusual: Unusual
  #isFinished = false

  /** `closeOver` does all that the end takes. It may be called again after it has thrown. */
  constructor(closeOver: (closure: Closure) => void, unusual: Unusual) {
    this.#unusual = unusual
    this.#finish = () => {
      if (this.closure === undefined || this.#isFinished) return
      closeOver(this.closure)
      this.#isFinished = true
    }
    // So that it is compiled while there is room for that.
    this.passed(undefined)
  }

  get isOver(): boolean {
    return this.closure !== undefined
  }

  end(closure: Closure): void {
    if (this.closure !== undefined) return
    this.closure = closure
    this.#unusual.set(ENDED)
    this.#finish()
  }

  /** After an error of reading. A stack overflow, also within the codec, has its own reason. */
  endFor(error: unknown): void {
    const isOverflow = isStackOverflow(error) || isStackOverflow((error as Error).cause)
    this.end({ reason: isOverflow ? 'stack-overflow' : 'corrupt', error })
  }

  /**
   * An entry point calls it with each exception, and throws that on. A stack overflow ends the port. `closure` tells so at
   * once; the rest follows from an empty stack. With `isTorn` any exception does.
   */
  passed(thrown: unknown, isTorn: boolean = isStackOverflow(thrown)): unknown {
    if (isTorn && !this.#isFinished) {
      // A getter may have hidden the first.
      if (this.closure?.reason !== 'stack-overflow') this.closure = { reason: 'stack-overflow', error: thrown }
      this.#unusual.bits |= ENDED
      void SETTLED.then(this.#finish)
    }
    this.thrown = undefined
    return thrown
  }

  /** An entry point that is not called for each message. */
  whole<T>(step: () => T): T {
    try {
      return step()
    } catch (error) {
      this.thrown = error
      throw this.passed(error)
    }
  }

  /** For an event of the platform: what cannot be read is nobody's exception. */
  tryOrEnd(step: () => void): void {
    try {
      step()
    } catch (error) {
      this.endFor(error)
    }
  }

  /** First call of an entry point: finishes an end for which the stack had no room before. */
  enter(): void {
    if (this.thrown !== undefined) this.passed(this.thrown)
    if (this.closure !== undefined) this.#finish()
  }
}
