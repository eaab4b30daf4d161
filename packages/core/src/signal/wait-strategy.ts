/**
 * How long to look before parking. Waking a parked thread costs tens of microseconds on both sides, so a short look pays
 * while messages flow; while they do not, it must cost nothing. The budget follows what the last waits were like.
 */

import { pause } from '../atomics.ts'
import type { Sleeper } from './gate.ts'

/** `adaptive` looks for as long as it has paid lately, `park` never looks, `spin` looks for the longest time always. */
export type WaitStrategy = 'adaptive' | 'park' | 'spin'

/** Longest look in one piece, in microseconds: a window thread must not be held longer than this a turn. */
const SLICE_MICROS = 50
/** About what a wake-up costs the side that wakes and the side that is woken, so at most twice the best is spent. */
const MAX_LOOK_MICROS = 50
/** While messages are rare: enough to find the answer of a peer that is awake. */
const MIN_LOOK_MICROS = 10
/** A park that ended within this time was part of a lively conversation: waking alone is 10 to 100 µs of it. */
const SHORT_PARK_MICROS = 200
/** After a park this long a look would have been waste. Longer than any probe: the other side's must not look like it. */
const LONG_PARK_MICROS = 1000
/** A park this long separates two conversations. */
const LULL_MICROS = 10_000
/**
 * A conversation in which both sides sleep at every turn stays that way: each looks for less time than the other needs to
 * wake. So after some short parks in a row one look, a probe, is long enough to see the other side wake up. If it finds
 * nothing, both threads may share a core, where looking only delays the other: no more looks until the next probe, which
 * comes later. While it lasts both threads want to run, which is what makes the scheduler move one to a free core.
 */
const FIRST_PROBE_MICROS = 250
const LAST_PROBE_MICROS = 500
const FIRST_PROBE_AFTER = 16
const LAST_PROBE_AFTER = 2048
const LOOKS_PER_CLOCK_READING = 8

/** Milliseconds of a monotonic clock, with fractions: `performance.now`. */
export type Clock = () => number

export class Spinner {
  readonly #strategy: WaitStrategy
  readonly #now: Clock
  /** What a look may take, following the last ones. */
  #lookMicros: number
  /** What is left of the look that `begin` began. */
  #leftMicros = 0
  #shortParks = 0
  #isProbing = false
  /** The last probe found something; only if the next ordinary look does too, looking pays again. */
  #isUnconfirmed = false
  #probeMicros = FIRST_PROBE_MICROS
  #probeAfter = FIRST_PROBE_AFTER
  #parkedAt = 0

  constructor(strategy: WaitStrategy, now: Clock) {
    this.#strategy = strategy
    this.#now = now
    this.#lookMicros = strategy === 'park' ? 0 : MAX_LOOK_MICROS
  }

  /** Begins a look, which may take several `spin`s. */
  begin(): void {
    this.#leftMicros = this.#lookMicros
    if (this.#shortParks < this.#probeAfter) return
    this.#shortParks = 0
    this.#isProbing = true
    this.#leftMicros = this.#probeMicros
  }

  /** Looks for one slice. True when there is news; false: see `isOver`. */
  spin(sleeper: Sleeper): boolean {
    const slice = Math.min(this.#leftMicros, SLICE_MICROS)
    if (slice <= 0) return false
    const now = this.#now
    const end = now() + slice / 1000
    do {
      for (let looks = 0; looks < LOOKS_PER_CLOCK_READING; looks++) {
        if (sleeper.hasNews()) {
          this.#found()
          return true
        }
        pause()
      }
    } while (now() < end)
    this.#leftMicros -= slice
    return false
  }

  /** Whether the look has used up its time: park. */
  get isOver(): boolean {
    return this.#leftMicros <= 0
  }

  /** Call when parking, after a look that found nothing. */
  parked(): void {
    if (this.#strategy !== 'adaptive') return
    this.#parkedAt = this.#now()
    if (!this.#isProbing && !this.#isUnconfirmed) return
    this.#isProbing = false
    this.#isUnconfirmed = false
    this.#lookMicros = 0
    this.#probeMicros = Math.min(LAST_PROBE_MICROS, this.#probeMicros * 2)
    this.#probeAfter = Math.min(LAST_PROBE_AFTER, this.#probeAfter * 2)
  }

  /** Call when woken. */
  woken(): void {
    if (this.#parkedAt === 0) return
    const micros = (this.#now() - this.#parkedAt) * 1000
    this.#parkedAt = 0
    if (micros < SHORT_PARK_MICROS) {
      this.#shortParks++
      if (this.#lookMicros !== 0) this.#lookMicros = MAX_LOOK_MICROS
    } else if (micros > LONG_PARK_MICROS) {
      this.#shortParks = 0
      if (this.#lookMicros !== 0) this.#lookMicros = Math.max(MIN_LOOK_MICROS, this.#lookMicros / 2)
      // What we learnt about the last conversation says nothing about the next.
      else if (micros > LULL_MICROS) this.#reset(MIN_LOOK_MICROS)
    }
  }

  #found(): void {
    this.#shortParks = 0
    if (this.#isProbing) {
      this.#isProbing = false
      this.#isUnconfirmed = true
      this.#lookMicros = MAX_LOOK_MICROS
    } else if (this.#isUnconfirmed) {
      this.#isUnconfirmed = false
      this.#reset(MAX_LOOK_MICROS)
    } else this.#lookMicros = Math.min(MAX_LOOK_MICROS, this.#lookMicros * 1.5)
  }

  #reset(lookMicros: number): void {
    this.#lookMicros = lookMicros
    this.#probeMicros = FIRST_PROBE_MICROS
    this.#probeAfter = FIRST_PROBE_AFTER
  }
}
