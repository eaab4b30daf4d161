/**
 * How many values of a stream its worker may give: a word that the pool raises as its reader takes them. The worker looks there when
 * it has given as many, and says in another word at which count it wants to be woken. Only then the pool posts a message.
 */

import { load, store } from '../atomics.ts'
import { WINDOW } from './claims.ts'

const MASK: number = WINDOW - 1
/** No count that the worker waits for. */
const NONE = 0
/** The words of a task are behind those of all claims. */
const COUNT: number = WINDOW
const WANTED: number = 2 * WINDOW

export class Allowed {
  readonly #words: Int32Array

  constructor(words: Int32Array) {
    this.#words = words
  }

  /** Pool: call before the task is sent. */
  show(number: number, count: number): void {
    const place = number & MASK
    // ORDER: T6, before the task is posted (P1); pairs with T10. The last task of these words is over.
    store(this.#words, COUNT + place, count)
    // ORDER: T6, as above; pairs with T9.
    store(this.#words, WANTED + place, NONE)
  }

  /** Pool: the worker may give so many in all. True: it waits for that, and a message has to wake it. */
  raise(number: number, count: number): boolean {
    const place = number & MASK
    // ORDER: T7, before T8; pairs with T10.
    store(this.#words, COUNT + place, count)
    // ORDER: T8, after T7; pairs with T9: the pool sees the wish, or the worker sees the count.
    const wanted = load(this.#words, WANTED + place)
    if (wanted === NONE || ((count - wanted) | 0) < 0) return false
    // ORDER: T8.take, before the message: a worker that it wakes may wish again.
    store(this.#words, WANTED + place, NONE)
    return true
  }

  /** Worker: how many values it may give in all. */
  count(number: number): number {
    // ORDER: T10, after T9 where it waits; pairs with T6 and T7.
    return load(this.#words, COUNT + (number & MASK))
  }

  /** Worker: wants to be woken at this count. It has to look at the count again before it waits. */
  want(number: number, count: number): void {
    // ORDER: T9, before T10; pairs with T8. The count that would be none comes after one that does as well.
    store(this.#words, WANTED + (number & MASK), count === NONE ? count - 1 : count)
  }

  /** Worker: it goes on by itself. */
  wantNone(number: number): void {
    // ORDER: T9.none, spares the pool a message; pairs with T8.
    store(this.#words, WANTED + (number & MASK), NONE)
  }
}
