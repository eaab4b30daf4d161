/**
 * Native messages that could not be read, until it is seen what they were. Nobody can see whose they were, but the sender counts
 * its own. Each has one of these states:
 *
 *   uncounted   it may have come between its post and its count (O1, O2), which a wait decides
 *   counted     if it is one of the sender's, it is in the count: it is one that is missing, or none if none is missing
 */

import { Fifo } from './fifo.ts'
import type { Unreadable } from './unreadable.ts'

export class Undecided {
  /** How many there are. Asked for at each rest. */
  length = 0
  readonly #messages: Fifo<Unreadable> = new Fifo()
  readonly #startWait: () => void
  /** So many of the oldest are counted. Those that are older than a counted one are, too. */
  #counted = 0
  /** The same after the wait. */
  #counting = 0
  /** The sender's count when the last wait began: all of these are here, or could not be read. */
  #arrivedBy = 0
  /** The same of the wait that is under way. */
  #arrivingBy: number | undefined
  /** Also of what is counted in a ring that is not read yet, whose announcement the lane has brought. */
  #hasLaneEnded = false

  /** `startWait`: call `stopWaiting` once what has been counted by now, and can be read, is here. */
  constructor(startWait: () => void = () => {}) {
    this.#startWait = startWait
  }

  /** `taken`: how many of the sender's messages are here. `announced`: how many it has counted. Both as below. */
  add(message: Unreadable, taken: number, announced: number): void {
    this.#messages.add(message)
    this.length++
    if (((announced - taken) | 0) >= this.length) this.#counted = this.length
    this.#wait(announced)
  }

  /**
   * One of the sender's is missing: takes the oldest message if it is that one. Else it waits for what may still come.
   * `isLaneRead`: nothing before it is to come.
   */
  takeMissing(taken: number, isLaneRead: boolean, announced: number): Unreadable | undefined {
    if (this.length === 0) return undefined
    if (isLaneRead || this.#hasLaneEnded || ((this.#arrivedBy - taken) | 0) > 0) return this.#shift()
    this.#wait(announced)
    return undefined
  }

  /** None of the sender's is missing. `isCountFinal`: it sends no more. */
  disown(isCountFinal: boolean, onForeign: (message: Unreadable) => void): void {
    for (let left = isCountFinal || this.#hasLaneEnded ? this.length : this.#counted; left > 0; left--)
      onForeign(this.#shift()!)
  }

  /** All that the sender has counted by now is here, if it can be read. */
  laneRead(announced: number): void {
    this.#arrivedBy = announced
  }

  /** Enough time has passed since `startWait`. */
  stopWaiting(announced: number): void {
    this.#counted = Math.max(this.#counted, this.#counting)
    this.#arrivedBy = this.#arrivingBy ?? this.#arrivedBy
    this.#arrivingBy = undefined
    if (this.#counted < this.length) this.#wait(announced)
  }

  laneEnded(): void {
    this.#hasLaneEnded = true
  }

  #wait(announced: number): void {
    if (this.#arrivingBy !== undefined) return
    this.#arrivingBy = announced
    this.#counting = this.length
    this.#startWait()
  }

  #shift(): Unreadable | undefined {
    this.#counted = Math.max(0, this.#counted - 1)
    this.#counting = Math.max(0, this.#counting - 1)
    const first = this.#messages.shift()
    this.length = this.#messages.length
    return first
  }
}
