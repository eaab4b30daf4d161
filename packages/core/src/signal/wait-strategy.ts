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
/** Shorter than this a look is not worth beginning. */
const MIN_LOOK_MICROS = 10
/**
 * A park that ended within this time was part of a lively conversation: waking alone is 10 to 100 µs of it. After a longer
 * one the look was waste.
 */
const SHORT_PARK_MICROS = 200
/** Of a park this long, with or without a listener, a look could have spared a few percent at most. */
const UNHURRIED_MICROS = 1000
/** As SAME_CORE_MICROS, with a quick listener: one that wakes the other side on another core takes half as long again. */
const SAME_CORE_LATE_MICROS = 50
/** A park this long separates two conversations. */
const LULL_MICROS = 10_000
/**
 * A look in vain and then news within this time of parking: the peer needed our core. Waking on a core of its own takes
 * it longer.
 */
const SAME_CORE_MICROS = 30
/** Points at which looking does not help: one for a look in vain before a short park, four where the peer needed our core. */
const VAIN_MAX = 16
const VAIN_SAME_CORE = 4
/** What helps nothing does so again and again; a pause of the peer's, such as a garbage collection, comes alone. */
const VAIN_LASTS_MICROS = 5000
/**
 * Parks in a row, as long as waking on another core takes, after which looking gets another chance: one where looks ended
 * because messages were rare, else doubled each time.
 */
const FIRST_PATIENCE = 4
const LAST_PATIENCE = 256
/**
 * While there are no looks, every so many parks comes one, a probe; each in vain doubles the number. While it lasts both
 * threads want to run, which is what makes the scheduler move one to a free core.
 */
const FIRST_PROBE = 512
const LAST_PROBE = 4096
const PROBE_MICROS = 250
/**
 * Two readings of the clock in a look are under a microsecond apart, unless somebody else had the core. What they show may
 * be two steps more: a browser's clock has steps of 5 to 20 µs, each at a time of chance.
 */
const PREEMPTED_MICROS = 5
const LOOKS_PER_CLOCK_READING = 8
/** Readings in a slice, should the clock stand still (timers of a test, virtual time of a browser) or tick every 17 ms. */
const MOST_READINGS = 512
/** Of long looks, while all is well. */
const FINDS_PER_CLOCK_READING = 8

/** Milliseconds of a monotonic clock, with fractions: `performance.now`. */
export type Clock = () => number

export class Spinner {
  readonly #strategy: WaitStrategy
  readonly #now: Clock
  /** What a look may take, following the last waits; 0: looking does not help. */
  #lookMicros: number
  /** What is left of the look that `begin` began. */
  #leftMicros = 0
  #wasPreempted = false
  /** The least that two readings of the clock have differed by. */
  #stepMicros = Infinity
  #vain = 0
  #vainAt = 0
  /** The first is read: all is well until something fails, but nothing has been seen yet. */
  #findsToReading = 1
  #patience = 1
  #crossParks = 0
  #parksToProbe = 0
  #probeAfter = FIRST_PROBE
  #parkedAt = 0
  /** The last park was so long that `woken` may come after the first message: what its listener takes then counts as sleep. */
  isUnhurried = false

  constructor(strategy: WaitStrategy, now: Clock) {
    this.#strategy = strategy
    this.#now = now
    this.#lookMicros = strategy === 'park' ? 0 : MAX_LOOK_MICROS
  }

  /** Begins a look, which may take several `spin`s. */
  begin(): void {
    this.#leftMicros = this.#lookMicros
    this.#wasPreempted = false
    if (this.#lookMicros !== 0 || this.#strategy === 'park' || --this.#parksToProbe > 0) return
    this.#probeAfter = Math.min(LAST_PROBE, this.#probeAfter * 2)
    this.#parksToProbe = this.#probeAfter
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
    let readings = 0
    do {
      for (let looks = 0; looks < LOOKS_PER_CLOCK_READING; looks++) {
        if (sleeper.hasNews()) {
          if (this.#isWorthKnowing(looks !== 0, last !== start)) this.#found(last, now())
          return true
        }
        pause()
      }
      const time = now()
      this.#notePreemption(last, time)
      last = time
    } while (last < end && ++readings < MOST_READINGS)
    this.#leftMicros -= slice
    return false
  }

  /** Whether the look has used up its time: park. */
  get isOver(): boolean {
    return this.#leftMicros <= 0
  }

  /** Call when parking, after a look that found nothing. */
  parked(): void {
    if (this.#strategy === 'adaptive') this.#parkedAt = this.#now()
  }

  /** Call when woken, with the time: before the first message, but see `isUnhurried`. */
  woken(now: number): void {
    if (this.#parkedAt === 0) return
    const micros = (now - this.#parkedAt) * 1000
    this.#parkedAt = 0
    const sameCoreMicros = this.isUnhurried ? SAME_CORE_LATE_MICROS : SAME_CORE_MICROS
    this.isUnhurried = micros > UNHURRIED_MICROS
    if (this.#lookMicros === 0) this.#wokenWithoutLook(micros, sameCoreMicros)
    else if (micros < SHORT_PARK_MICROS) {
      this.#lookMicros = MAX_LOOK_MICROS
      this.#addVain(micros < sameCoreMicros ? VAIN_SAME_CORE : 1, now)
    } else {
      this.#vain = 0
      this.#lookMicros /= 2
      if (this.#lookMicros < MIN_LOOK_MICROS) this.#stopLooking(1)
    }
  }

  #wokenWithoutLook(micros: number, sameCoreMicros: number): void {
    if (micros < sameCoreMicros) this.#crossParks = 0
    else if (micros < SHORT_PARK_MICROS) {
      if (++this.#crossParks >= this.#patience) this.#trustLooking()
    }
    // What we learnt about the last conversation says nothing about the next.
    else if (micros > LULL_MICROS) this.#patience = 1
  }

  #notePreemption(last: number, time: number): void {
    const micros = (time - last) * 1000
    if (micros <= 0) return
    if (micros < this.#stepMicros) this.#stepMicros = micros
    if (micros > PREEMPTED_MICROS + 2 * this.#stepMicros) this.#wasPreempted = true
  }

  /**
   * Of the first look nobody knows whether the peer had our core just before. And while all is well what was found says
   * nothing new: to read the clock each time is a tenth of a round trip.
   */
  #isWorthKnowing(isLater: boolean, isLong: boolean): boolean {
    const isSettled = this.#lookMicros === MAX_LOOK_MICROS && this.#vain === 0 && this.#patience === 1
    if (!isSettled) return isLater || isLong
    if (!isLong || --this.#findsToReading > 0) return false
    this.#findsToReading = FINDS_PER_CLOCK_READING
    return true
  }

  #found(last: number, time: number): void {
    if (this.#strategy !== 'adaptive') return
    this.#notePreemption(last, time)
    // Found because the peer had our core: a park would have given it the core at once.
    if (this.#wasPreempted) return this.#addVain(1, time)
    this.#patience = 1
    this.#trustLooking()
  }

  #addVain(points: number, now: number): void {
    if ((now - this.#vainAt) * 1000 > VAIN_LASTS_MICROS) this.#vain = 0
    this.#vainAt = now
    this.#vain += points
    if (this.#vain >= VAIN_MAX) this.#stopLooking(Math.min(LAST_PATIENCE, Math.max(FIRST_PATIENCE, this.#patience * 2)))
  }

  #stopLooking(patience: number): void {
    this.#lookMicros = 0
    this.#crossParks = 0
    this.#probeAfter = FIRST_PROBE
    this.#parksToProbe = FIRST_PROBE
    this.#patience = patience
  }

  #trustLooking(): void {
    this.#vain = 0
    this.#lookMicros = MAX_LOOK_MICROS
  }
}
