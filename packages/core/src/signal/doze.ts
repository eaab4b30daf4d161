/**
 * Sleeping in the place of an event loop, for a moment. Where both threads have one core between them, the other one runs
 * meanwhile, and to wake a thread that blocks takes half the time that an event loop takes. Timers and I/O wait as long: so
 * what has not paid is tried ever less.
 */

import type { Dozing } from '../host.ts'
import type { AsyncGate, Sleeper } from './gate.ts'
import type { Clock } from './wait.ts'

/** Longest, in milliseconds: shorter than a tick of the system a sleep sets a timer of its own, which takes longer than a round trip. */
const DOZE_MS = 5
/** A longer wait is not worth stopping an event loop. */
const WORTH_MS = 0.5
/** Sleeps of the event loop until the next try. A try in vain multiplies them by this; one that has paid halves them. */
const PATIENCE_GROWS = 16
const LAST_PATIENCE = 4096

export class Doze implements Dozing {
  readonly #now: Clock
  #patience = 1
  #sleepsToNext = 0

  constructor(now: Clock) {
    this.#now = now
  }

  /** Whether it is worth a try instead of the next sleep. */
  isDue(): boolean {
    return --this.#sleepsToNext <= 0
  }

  /** From `start`, which is now, on. Whether there is news. Throws what looking at the ring throws. */
  sleep(gate: Pick<AsyncGate, 'block'>, sleeper: Sleeper, start: number): boolean {
    const isNews = gate.block(sleeper, DOZE_MS)
    if (this.#now() - start < WORTH_MS) this.#patience = Math.max(1, this.#patience / 2)
    else this.#sleepsToNext = this.#patience = Math.min(LAST_PATIENCE, this.#patience * PATIENCE_GROWS)
    return isNews
  }
}
