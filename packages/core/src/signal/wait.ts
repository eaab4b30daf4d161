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
/** So much of the time since the last look counts for that: after a longer pause the next message rarely comes within a look. */
const PAUSE_MAX_MS = 0.25
/** Loads of a look before it reads the clock: two threads that answer at once never read it. */
const FIRST_LOADS = 16
const LOADS_PER_CLOCK_READING = 32
/** Readings in a look, should the clock stand still (timers of a test, virtual time of a browser) or tick every 17 ms. */
const READINGS_MAX = 256

/** Two words of a ring's control block, from when nothing was there. A look ends when one of them has changed. */
export interface Quiet {
  readonly words: Int32Array
  /** PRODUCER_POSITION */
  readonly quietPosition: number
  /** OUT_OF_BAND */
  readonly quietCount: number
  /** With `isProducedHere` nobody changes them while this thread looks. */
  readonly region: { readonly isProducedHere: boolean }
}

export class Looks {
  readonly #strategy: WaitStrategy
  readonly #now: Clock
  /** Of the first look: whether more of them pay, it must show. */
  #creditMicros = LOOK_MICROS
  /** The time up to which the credit has been counted, in ms. */
  #countedTo: number

  constructor(strategy: WaitStrategy, now: Clock) {
    this.#strategy = strategy
    this.#now = now
    this.#countedTo = now()
  }

  /** Looks for as long as the credit allows. True when there is news. */
  look({ words, quietPosition, quietCount, region }: Quiet): boolean {
    if (region.isProducedHere || this.#strategy === 'park') return false
    return hasChanged(words, quietPosition, quietCount, FIRST_LOADS) || this.#lookOn(words, quietPosition, quietCount)
  }

  #lookOn(words: Int32Array, position: number, count: number): boolean {
    const start = this.#now()
    this.#earn(Math.min(start - this.#countedTo, PAUSE_MAX_MS) * 1000 * TRIAL_SHARE)
    this.#countedTo = start
    if (this.#creditMicros < LOOK_MICROS && this.#strategy !== 'spin') return false
    const end = start + LOOK_MICROS / 1000
    let now = start
    for (let readings = 0; now < end && readings < READINGS_MAX; readings++) {
      const isNews = hasChanged(words, position, count, LOADS_PER_CLOCK_READING)
      now = this.#now()
      if (isNews) {
        // Another thread may have had the core meanwhile.
        this.#earn(SLEEP_MICROS - (now - start) * 1000)
        return true
      }
    }
    this.#earn(-LOOK_MICROS)
    return false
  }

  #earn(micros: number): void {
    this.#creditMicros = Math.max(0, Math.min(CREDIT_MAX_MICROS, this.#creditMicros + micros))
  }
}

/**
 * The inner loop, alone in its function: it is the first that an engine optimizes, and what would be in it with it, the clock
 * above all, takes the optimizer longer than all else on the way of a message (docs/decisions/0004).
 */
function hasChanged(words: Int32Array, position: number, count: number, loads: number): boolean {
  for (let left = loads; left > 0; left--) {
    // ORDER: as in hasNews of the receiver, which looks again and judges what changed; pairs with P1 and O2.
    if (load(words, PRODUCER_POSITION) !== position || load(words, OUT_OF_BAND) !== count) return true
    pause()
  }
  return false
}
