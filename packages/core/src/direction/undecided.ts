/**
 * Native messages that could not be read. Nothing tells whose they are, but the sender counts its own. So each waits here until
 * the counts decide, in one of these states:
 *
 *   uncounted   it may be the sender's and not in the count yet (between O1 and O2): a wait decides
 *   counted     if it is the sender's, the count has it: then a message is missing. If none is missing, it is another's
 */

import { Fifo } from './fifo.ts'
import type { Unreadable } from './unreadable.ts'

export class Undecided {
  /** How many there are. A field, because it is asked for after each message. */
  length = 0
  readonly #messages: Fifo<Unreadable> = new Fifo()
  readonly #startWait: () => void
  /** How many are counted: always the oldest. */
  #counted = 0
  /** How many will be after the wait. */
  #counting = 0
  /** The sender's count when the last wait began. Of so many messages each is here or could not be read. */
  #arrivedBy = 0
  /** The same for the wait that is under way. */
  #arrivingBy: number | undefined
  /** Nothing more comes, also of what is counted in a ring that is not read yet. */
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
   * A message of the sender is missing. Returns the oldest of these if it is that message. Else a wait begins, as the message may
   * still come. `isLaneRead`: nothing before the missing message is to come.
   */
  takeMissing(taken: number, isLaneRead: boolean, announced: number): Unreadable | undefined {
    if (this.length === 0) return undefined
    if (isLaneRead || this.#hasLaneEnded || ((this.#arrivedBy - taken) | 0) > 0) return this.#shift()
    this.#wait(announced)
    return undefined
  }

  /** No message of the sender is missing. `isCountFinal`: it sends no more. */
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
