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
/** A little more than a peer needs to wake up and answer, so that two sides that sleep find each other awake. */
const MAX_LOOK_MICROS = 100
/** While messages are rare: enough to find the answer of a peer that is awake. */
const MIN_LOOK_MICROS = 10
/** A park that ended within this time was part of a lively conversation: waking alone is 10 to 100 µs of it. */
const SHORT_PARK_MICROS = 200
/** After a park this long a look would have been waste. Longer than any probe: the other side's must not look like it. */
const LONG_PARK_MICROS = 1000
/** A park this long separates two conversations. */
const LULL_MICROS = 10_000
/**
 * After this many short parks in a row looking seems not to help: both threads may share a core, where it only keeps the
 * other from running. One longer look, a probe, decides. If it finds nothing, or only because the scheduler took this
 * thread's core away meanwhile, there are no more looks until the next probe, which comes later. While a probe lasts both
 * threads want to run, which is what makes the scheduler move one to a free core.
 */
const FIRST_PROBE_AFTER = 16
const LAST_PROBE_AFTER = 2048
const PROBE_MICROS = 250
/** Two readings of the clock in a look are under a microsecond apart, unless somebody else had the core. */
const PREEMPTED_MICROS = 5
const LOOKS_PER_CLOCK_READING = 8

/** Milliseconds of a monotonic clock, with fractions: `performance.now`. */
export type Clock = () => number

export class Spinner {
  readonly #strategy: WaitStrategy
  readonly #now: Clock
  /** What a look may take, following the last waits; 0: looking does not help. */
  #lookMicros: number
  /** What is left of the look that `begin` began. */
  #leftMicros = 0
  #isProbing = false
  #wasPreempted = false
  #shortParks = 0
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
    this.#wasPreempted = false
    if (this.#shortParks < this.#probeAfter) return
    this.#shortParks = 0
    this.#isProbing = true
    this.#leftMicros = PROBE_MICROS
  }

  /** Looks for one slice. True when there is news; false: see `isOver`. */
  spin(sleeper: Sleeper): boolean {
    const slice = Math.min(this.#leftMicros, SLICE_MICROS)
    if (slice <= 0) return false
    const now = this.#now
    const start = now()
    const end = start + slice / 1000
    let last = start
    do {
      for (let looks = 0; looks < LOOKS_PER_CLOCK_READING; looks++) {
        if (sleeper.hasNews()) {
          // The quick answer of a peer that is awake, the common case, is not worth another reading.
          if (last !== start) this.#notePreemption(last, now())
          this.#found()
          return true
        }
        pause()
      }
      const time = now()
      this.#notePreemption(last, time)
      last = time
    } while (last < end)
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
    if (this.#isProbing) this.#giveUp()
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
      else if (micros > LULL_MICROS) this.#trustLooking(MIN_LOOK_MICROS)
    }
  }

  #notePreemption(last: number, time: number): void {
    if ((time - last) * 1000 > PREEMPTED_MICROS) this.#wasPreempted = true
  }

  #found(): void {
    if (this.#strategy !== 'adaptive') return
    // Found because the peer had our core: a park would have given it the core at once.
    if (this.#wasPreempted) {
      this.#shortParks++
      if (this.#isProbing) this.#giveUp()
      return
    }
    this.#shortParks = 0
    if (this.#isProbing) this.#trustLooking(MAX_LOOK_MICROS)
    else this.#lookMicros = Math.min(MAX_LOOK_MICROS, this.#lookMicros * 1.5)
  }

  #trustLooking(lookMicros: number): void {
    this.#isProbing = false
    this.#lookMicros = lookMicros
    this.#probeAfter = FIRST_PROBE_AFTER
  }

  #giveUp(): void {
    this.#isProbing = false
    this.#lookMicros = 0
    this.#probeAfter = Math.min(LAST_PROBE_AFTER, this.#probeAfter * 2)
  }
}
