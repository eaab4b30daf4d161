/** Looks for workers that have had nothing to do for long. */

import { type Host, MAX_TIMER_MS } from '../host.ts'

const SHORTEST_LOOK_MS = 5

export class IdleLook {
  readonly #later: Host['later']
  /** Whether another look is wanted. */
  readonly #isDue: () => boolean
  readonly #look: () => void
  readonly #idleTimeout: number
  #isUnderWay = false

  constructor(later: Host['later'], idleTimeout: number, isDue: () => boolean, look: () => void) {
    this.#later = later
    this.#idleTimeout = idleTimeout
    this.#isDue = isDue
    this.#look = look
  }

  /** Call when there may be too many. */
  soon(): void {
    if (this.#isUnderWay || this.#idleTimeout === Infinity || !this.#isDue()) return
    this.#isUnderWay = true
    const delay = Math.min(Math.max(this.#idleTimeout / 2, SHORTEST_LOOK_MS), MAX_TIMER_MS)
    this.#later(
      () => {
        this.#isUnderWay = false
        if (this.#isDue()) this.#look()
        this.soon()
      },
      delay,
      true,
    )
  }
}
