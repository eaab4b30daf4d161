/** Holds the process while tasks are pending. */

import { setInterval } from './timers.ts'

/** The longest that a timer can be. */
const INTERVAL_MS = 2 ** 31 - 1

/**
 * One timer that never matters. Ports and workers of the pool never hold the process: to change their hold with every task would
 * cost two calls of the platform.
 */
export class PoolHold {
  #timer: NodeJS.Timeout | undefined

  set(isHeld: boolean): void {
    if (!isHeld) this.#timer?.unref()
    else if (this.#timer === undefined) this.#timer = setInterval(() => {}, INTERVAL_MS)
    else this.#timer.ref()
  }
}
