/**
 * Which tasks of one worker have begun. The pool sends a worker tasks ahead of time, so that the next one is always at hand, and
 * may take one back as long as it has not begun: for a worker that is idle, for a caller that has cancelled it, or
 * because the worker has died.
 *
 * There is one word a task: its number and whether the worker has taken it. Both sides change the word by a compare-exchange
 * from the same value, so exactly one of them gets the task.
 */

import { compareExchange, load, store } from '../atomics.ts'
import { createShared } from '../memory/shared.ts'

/** How many tasks a worker may have at once; a power of two. */
export const WINDOW = 256
/** A word for each task, and two for its stream: see `Allowed`. */
const WORDS = 3 * WINDOW
/** Task numbers go from 1 to this; then 1 follows. They fit in a word beside the bit that says whether a task is taken. */
export const LAST_NUMBER: number = 2 ** 30 - 1

const TAKEN = 1

/** Whether a task was sent after another, of not very many between them: numbers begin anew. */
export const isLater = (number: number, other: number): boolean => (number - other) << 2 > 0

export class Claims {
  readonly words: Int32Array

  /** `words`: those of the other side, in the worker. */
  constructor(words?: Int32Array) {
    this.words = words ?? new Int32Array(createShared('pool', WORDS * Int32Array.BYTES_PER_ELEMENT))
  }

  /** Pool: call before the task is sent. */
  show(number: number): void {
    // ORDER: T1, before the task is posted (P1); pairs with T2. Nobody else writes the word then: its last task is over.
    store(this.words, number & (WINDOW - 1), number << 1)
  }

  /** Worker: begins the task. False: the pool has taken it back, and the worker must not run it. */
  take(number: number): boolean {
    const shown = number << 1
    // ORDER: T2, before the task runs; pairs with T1 and T3.
    return compareExchange(this.words, number & (WINDOW - 1), shown, shown | TAKEN) === shown
  }

  /** Pool: takes the task back. False: the worker has begun it. */
  withdraw(number: number): boolean {
    const shown = number << 1
    // ORDER: T3, before the task goes to anybody else; pairs with T2.
    return compareExchange(this.words, number & (WINDOW - 1), shown, 0) === shown
  }

  /** Pool: asks the worker to end a task that it has begun. */
  cancel(number: number): void {
    // ORDER: T4, nothing before it is published; pairs with T5. Nobody else writes the word of a task that has begun.
    store(this.words, number & (WINDOW - 1), cancelled(number))
  }

  /** Worker: whether the pool asks it to end the task. */
  isCancelled(number: number): boolean {
    // ORDER: T5, reads nothing else of the pool; pairs with T4. A later task of the same word has another value.
    return load(this.words, number & (WINDOW - 1)) === cancelled(number)
  }
}

// Of all values of the word only these are negative.
const cancelled = (number: number): number => ~((number << 1) | TAKEN)
