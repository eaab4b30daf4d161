/**
 * How long to look before parking. Waking a parked thread costs tens of microseconds on both sides, so a short look pays
 * while messages flow; while they do not, it must cost nothing. The budget follows what the last waits were like.
 */

import { pause } from '../atomics.ts'
import type { Sleeper } from './gate.ts'

/** `adaptive` looks for as long as it has paid lately, `park` never looks, `spin` looks for the longest time always. */
export type WaitStrategy = 'adaptive' | 'park' | 'spin'

/** Longest look, in microseconds: about what a wake-up costs. A window thread must not be held longer than this a turn. */
export const MAX_SPIN_MICROS = 50
const MIN_SPIN_MICROS = 2
/** A park that ended within this time would have been served by a look: one wake-up is 10 to 100 µs of it. */
const SHORT_PARK_MICROS = 200
const LOOKS_PER_CLOCK_READING = 8

/** Milliseconds of a monotonic clock, with fractions: `performance.now`. */
export type Clock = () => number

export class Spinner {
  readonly #strategy: WaitStrategy
  readonly #now: Clock
  #budgetMicros: number
  #parkedAt = 0

  constructor(strategy: WaitStrategy, now: Clock) {
    this.#strategy = strategy
    this.#now = now
    this.#budgetMicros = strategy === 'park' ? 0 : MAX_SPIN_MICROS
  }

  /** Looks for news for at most the budget. True when there is some. */
  spin(sleeper: Sleeper): boolean {
    const budget = this.#budgetMicros
    if (budget === 0) return false
    const now = this.#now
    const end = now() + budget / 1000
    do {
      for (let looks = 0; looks < LOOKS_PER_CLOCK_READING; looks++) {
        if (sleeper.hasNews()) {
          this.#budgetMicros = Math.min(MAX_SPIN_MICROS, budget * 1.5)
          return true
        }
        pause()
      }
    } while (now() < end)
    return false
  }

  /** Call when parking, after a look that found nothing. */
  parked(): void {
    if (this.#strategy === 'adaptive') this.#parkedAt = this.#now()
  }

  /** Call when woken. A short sleep says that a longer look would have paid; a long one that it was waste. */
  woken(): void {
    if (this.#strategy !== 'adaptive') return
    const isShort = (this.#now() - this.#parkedAt) * 1000 < SHORT_PARK_MICROS
    this.#budgetMicros = isShort
      ? Math.min(MAX_SPIN_MICROS, this.#budgetMicros * 2)
      : Math.max(MIN_SPIN_MICROS, this.#budgetMicros / 2)
  }
}
