/** How long pushes take from the page to the worker, and to the step that sees them. */

import { sharedNow } from '../transports/messages.ts'

export interface InputMessage {
  readonly type: 'input'
  /** Median milliseconds until the worker has taken a push, and until a step has begun that sees it. */
  readonly takenMs: number
  readonly seenMs: number
}

/** Of so many pushes. */
const KEPT = 61

export class Inputs {
  #taken: number[] = []
  #seen: number[] = []

  taken(at: number): void {
    this.#taken = [...this.#taken.slice(1 - KEPT), sharedNow() - at]
  }

  seen(at: number): void {
    this.#seen = [...this.#seen.slice(1 - KEPT), sharedNow() - at]
  }

  message(): InputMessage {
    return { type: 'input', takenMs: median(this.#taken), seenMs: median(this.#seen) }
  }
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!
}
