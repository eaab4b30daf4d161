/**
 * The end of a port, and its boundary against a full stack (docs/decisions/0024): each entry point gives what passes through
 * it to `passed`, and a stack overflow ends the port.
 */

import type { Closure } from './options.ts'

const SETTLED = Promise.resolve()
/** What engines say of a full stack: V8, WebKit, Firefox. */
const OVERFLOWS: ReadonlySet<unknown> = new Set([
  'Maximum call stack size exceeded',
  'Maximum call stack size exceeded.',
  'too much recursion',
])

export class Ending {
  /** How the port has ended. */
  closure: Closure | undefined
  /** What an entry point catches, stored there before `passed` is called, for which the stack may have no room. */
  thrown: unknown
  readonly #finish: () => void
  #isFinished = false

  /** `closeOver` does all that the end takes. It may be called again after it has thrown. */
  constructor(closeOver: (closure: Closure) => void) {
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
    this.#finish()
  }

  /** For what cannot be read; or for a stack overflow, also one that the codec has met. */
  endFor(error: unknown): void {
    const isOverflow = saysOverflow(error) || saysOverflow((error as Error).cause)
    this.end({ reason: isOverflow ? 'stack-overflow' : 'corrupt', error })
  }

  /**
   * What is thrown through an entry point, which throws it on. A stack overflow ends the port: at once for all who ask, and
   * the rest from an empty stack. `isTorn`: the same, whatever it is.
   */
  passed(thrown: unknown, isTorn: boolean = saysOverflow(thrown)): unknown {
    if (isTorn && !this.#isFinished) {
      // A getter may have hidden the first.
      if (this.closure?.reason !== 'stack-overflow') this.closure = { reason: 'stack-overflow', error: thrown }
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

  /** At an entry point: does what the stack had no room for when something was thrown. */
  enter(): void {
    if (this.thrown !== undefined) this.passed(this.thrown)
    if (this.closure !== undefined) this.#finish()
  }
}

function saysOverflow(error: unknown): boolean {
  return OVERFLOWS.has((error as Partial<Error> | undefined)?.message)
}
