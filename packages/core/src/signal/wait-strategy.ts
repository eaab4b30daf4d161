/**
 * How long to look before parking. Waking a parked thread costs tens of microseconds on both sides, so a short look pays while
 * messages flow. While none flow, it must cost nothing. The time for a look follows the last waits.
 */

import { pause } from '../atomics.ts'
import type { Sleeper } from './gate.ts'

/** `adaptive` looks for as long as looking has paid lately. `park` never looks. `spin` always looks for the longest time. */
export type WaitStrategy = 'adaptive' | 'park' | 'spin'

/** Longest look in one piece, in microseconds: a window thread must not be held longer than this a turn. */
const SLICE_MICROS = 50
/** A little more than a peer needs to wake up and answer, so that two sides that sleep find each other awake. */
const MAX_LOOK_MICROS = 100
/** A shorter look than this is not worth beginning. */
const MIN_LOOK_MICROS = 10
/** A park that ended within this time was part of a lively conversation: waking alone is 10 to 100 µs of it. */
const SHORT_PARK_MICROS = 200
/** A look could have shortened a longer park by a few percent at most. */
const UNHURRIED_MICROS = 1000
/** A park without a look that ended sooner shows that the peer used our core: a wake-up on another core takes longer. */
const SAME_CORE_MICROS = 30
/** The same if a quick listener ran before the clock was read. */
const SAME_CORE_LATE_MICROS = 50
/**
 * Limit of looks in vain without one that finds something; then looking rests. A look in vain counts only before a short park.
 * The limit is high for two reasons. The engine's compiler takes a core for milliseconds in a young process. And the scheduler
 * moves one of two threads to a free core only at a tick, every few milliseconds, and only if both want to run then.
 */
const VAIN_MAX = 128
/** The first rest. Each further trial in vain doubles the rest; a look that finds something resets it. */
const FIRST_REST_MS = 16
const LAST_REST_MS = 1024
/**
 * Two readings of the clock in a look are under a microsecond apart, unless another thread had the core. A browser's clock has
 * steps of 5 to 20 µs, each at a random time. The readings may therefore show two steps more.
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
  /** The limit of a look, from the last waits. 0: looking does not help. */
  #lookMicros: number
  /** The rest of the look that `begin` began. */
  #leftMicros = 0
  #wasPreempted = false
  /** The least that two readings of the clock have differed by. */
  #stepMicros = Infinity
  /** Looks in vain since a look last found something. */
  #vain = 0
  #restMs = FIRST_REST_MS
  /** The time at which looking is tried again, in milliseconds; 0 while there is no rest. */
  #restsUntil = 0
  /** The first is read: all is well until something fails, but nothing has been seen yet. */
  #findsToReading = 1
  #parkedAt = 0
  /** The last park was long, so `woken` may come after the first message. The time of its listener then counts as sleep. */
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
    if (this.#lookMicros === 0) this.#wokenWithoutLook(micros, sameCoreMicros, now)
    else if (micros < SHORT_PARK_MICROS) {
      this.#lookMicros = MAX_LOOK_MICROS
      this.#addVain(now)
    } else {
      this.#lookMicros /= 2
      if (this.#lookMicros < MIN_LOOK_MICROS) this.#lookMicros = 0
    }
  }

  /** Looking returns when a conversation on two cores begins, or when one goes on after the rest. */
  #wokenWithoutLook(micros: number, sameCoreMicros: number, now: number): void {
    if (micros >= SHORT_PARK_MICROS) return
    const isOnTwoCores = micros >= sameCoreMicros && this.#restMs === FIRST_REST_MS
    if (this.#restsUntil === 0) this.#restsUntil = now + this.#restMs
    if (isOnTwoCores || now >= this.#restsUntil) this.#lookAgain()
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
    const isSettled = this.#lookMicros === MAX_LOOK_MICROS && this.#vain === 0 && this.#restMs === FIRST_REST_MS
    if (!isSettled) return isLater || isLong
    if (!isLong || --this.#findsToReading > 0) return false
    this.#findsToReading = FINDS_PER_CLOCK_READING
    return true
  }

  #found(last: number, time: number): void {
    if (this.#strategy !== 'adaptive') return
    this.#notePreemption(last, time)
    // The peer had our core meanwhile. A park would have given it the core at once.
    if (this.#wasPreempted) return this.#addVain(time)
    this.#restMs = FIRST_REST_MS
    this.#lookAgain()
  }

  #addVain(now: number): void {
    if (++this.#vain < VAIN_MAX) return
    this.#lookMicros = 0
    this.#restsUntil = now + this.#restMs
    this.#restMs = Math.min(LAST_REST_MS, this.#restMs * 2)
  }

  #lookAgain(): void {
    this.#vain = 0
    this.#restsUntil = 0
    this.#lookMicros = MAX_LOOK_MICROS
  }
}
