/**
 * How long to look before parking. A park costs a wake-up, which takes 20 to 100 µs on both sides. A look costs a core. So a
 * look is an investment: it may spend what earlier looks have earned (docs/decisions/0004).
 */

import { load, pause } from '../atomics.ts'
import { OUT_OF_BAND, PRODUCER_POSITION } from '../memory/layout.ts'

/** `adaptive` looks if looks have paid lately. `park` never looks. `spin` always looks for the longest time. */
export type WaitStrategy = 'adaptive' | 'park' | 'spin'

/** Milliseconds of a monotonic clock, with fractions: `performance.now`. */
export type Clock = () => number

/** Longest look, in µs: a little more than a peer needs to wake up and answer, so two sides that sleep find each other awake. */
const LOOK_MICROS = 100
/** The cost of a park, which a look that finds something has made needless. */
const SLEEP_MICROS = 100
/** The most that looks may have earned. */
const CREDIT_MAX_MICROS = 1000
/** Share of the time that looking is tried with although it has not paid. */
const TRIAL_SHARE = 0.02
/** Loads of a look before it reads the clock: two threads that answer at once never read it. */
const FIRST_LOADS = 16
const LOADS_PER_CLOCK_READING = 8
/** Readings in a look, should the clock stand still (timers of a test, virtual time of a browser) or tick every 17 ms. */
const READINGS_MAX = 1024

/** What a ring's control block said when nothing was there. A look ends when one of the two has changed. */
export interface Quiet {
  readonly words: Int32Array
  /** PRODUCER_POSITION */
  readonly quietPosition: number
  /** OUT_OF_BAND */
  readonly quietCount: number
}

export class Looks {
  readonly #strategy: WaitStrategy
  readonly #now: Clock
  #creditMicros = CREDIT_MAX_MICROS
  /** The time up to which the credit has been counted, in ms. */
  #countedTo: number

  constructor(strategy: WaitStrategy, now: Clock) {
    this.#strategy = strategy
    this.#now = now
    this.#countedTo = now()
  }

  /** Looks for as long as the credit allows. True when there is news. */
  look({ words, quietPosition, quietCount }: Quiet): boolean {
    if (this.#strategy === 'park') return false
    for (let loads = 0; loads < FIRST_LOADS; loads++) {
      if (load(words, PRODUCER_POSITION) !== quietPosition || load(words, OUT_OF_BAND) !== quietCount) return true
      pause()
    }
    const start = this.#now()
    this.#earn((start - this.#countedTo) * 1000 * TRIAL_SHARE)
    this.#countedTo = start
    if (this.#creditMicros < LOOK_MICROS && this.#strategy !== 'spin') return false
    const end = start + LOOK_MICROS / 1000
    for (let now = start, readings = 0; now < end && readings < READINGS_MAX; now = this.#now(), readings++) {
      for (let loads = 0; loads < LOADS_PER_CLOCK_READING; loads++) {
        if (load(words, PRODUCER_POSITION) !== quietPosition || load(words, OUT_OF_BAND) !== quietCount) {
          // Read again: another thread may have had the core meanwhile.
          this.#earn(SLEEP_MICROS - (this.#now() - start) * 1000)
          return true
        }
        pause()
      }
    }
    this.#earn(-LOOK_MICROS)
    return false
  }

  #earn(micros: number): void {
    this.#creditMicros = Math.max(0, Math.min(CREDIT_MAX_MICROS, this.#creditMicros + micros))
  }
}
