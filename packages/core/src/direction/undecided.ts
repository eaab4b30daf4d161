/** Native messages that could not be read, until it is seen whose they were: ours, in their places, or a stranger's. */

import { Fifo } from './fifo.ts'
import type { Unreadable } from './unreadable.ts'

export class Undecided {
  readonly #messages: Fifo<Unreadable> = new Fifo()
  readonly #canPoll: boolean
  readonly #onUndecided: () => void
  /** The count of ours that are here, or could not be read, where nobody can poll; and what it will be after the wait. */
  #arrivedBy = 0
  #arrivingBy: number | undefined
  /** Also of what is counted in a ring that is not read yet, whose announcement the lane has brought. */
  #hasLaneEnded = false

  /** `onUndecided`: call `stopWaiting` once what has been announced by now, and can be read, is here. */
  constructor(canPoll: boolean, onUndecided: () => void = () => {}) {
    this.#canPoll = canPoll
    this.#onUndecided = onUndecided
  }

  get length(): number {
    return this.#messages.length
  }

  /** `announced`: how many native messages the sender has counted, here as below. */
  add(message: Unreadable, announced: number): void {
    this.#messages.add(message)
    if (!this.#canPoll) this.#wait(announced)
  }

  /**
   * One of ours is missing, `taken` are here: true when it is the first of these, else it waits for what may still come.
   * `isLaneRead`: nothing before it is to come.
   */
  decide(taken: number, isLaneRead: boolean, announced: number): boolean {
    if (isLaneRead || this.#hasLaneEnded || ((this.#arrivedBy - taken) | 0) > 0) return true
    this.#wait(announced)
    return false
  }

  shift(): Unreadable | undefined {
    return this.#messages.shift()
  }

  /** Nothing is polled from now on. */
  freeze(announced: number): void {
    if (this.#canPoll) this.#arrivedBy = announced
  }

  stopWaiting(): void {
    this.#arrivedBy = this.#arrivingBy ?? this.#arrivedBy
    this.#arrivingBy = undefined
  }

  laneEnded(): void {
    this.#hasLaneEnded = true
  }

  #wait(announced: number): void {
    if (this.#arrivingBy !== undefined) return
    this.#arrivingBy = announced
    this.#onUndecided()
  }
}
