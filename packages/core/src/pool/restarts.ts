/** How soon a worker is started again after others have died. */

import type { Host } from '../host.ts'

/** Before the second start after one that came to nothing; it doubles with each. */
const FIRST_DELAY_MS = 50
const LONGEST_DELAY_MS = 10_000
/** After this many failed starts in a row there are no more. */
const MOST_FAILURES = 8

export class Restarts {
  readonly #later: Host['later']
  /** Deaths in a row between which no task was completed. */
  #failures = 0
  #completedAtFailure = 0
  /** No worker may be started now. */
  isDelayed = false

  constructor(later: Host['later']) {
    this.#later = later
  }

  /** A worker has died. `completed`: tasks of the pool so far. `livedMs`: how long it had been there. */
  count(completed: number, livedMs: number, wasReady: boolean): void {
    const isInRow = completed === this.#completedAtFailure || !wasReady
    this.#failures = isInRow && livedMs <= LONGEST_DELAY_MS ? this.#failures + 1 : 1
    this.#completedAtFailure = completed
  }

  get isHopeless(): boolean {
    return this.#failures >= MOST_FAILURES
  }

  /** Calls `start` at once, or when it is time. */
  soon(start: () => void): void {
    const delayMs = this.#delayMs
    if (delayMs === 0) return start()
    if (this.isDelayed) return
    this.isDelayed = true
    const begin = (): void => {
      this.isDelayed = false
      start()
    }
    // Tasks that wait hold the process.
    this.#later(begin, delayMs, true)
  }

  get #delayMs(): number {
    return this.#failures <= 1 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (this.#failures - 2), LONGEST_DELAY_MS)
  }
}
