/** How many values of a stream the worker may still give. Where memory is shared a word says it, elsewhere messages. */

import { pause } from '../atomics.ts'
import type { Host } from '../host.ts'
import type { Allowed } from './allowed.ts'

/** The clock and the tasks of the worker's platform. */
export type Pace = Pick<Host, 'now' | 'nextTask' | 'hasOneCore'>

/** A generator that always has a value, and a reader that takes it at once, keep others from the thread no longer. */
const TURN_MS = 4
/** Longest look before it waits for a message: what a reader that sleeps needs to wake up. With 0.1 both slept by turns. */
const LOOK_MS = 0.3
const LOOKS_PER_CLOCK_READING = 32
/** Readings in a look, should the clock stand still. */
const READINGS_MAX = 256
/** A look in vain doubles the waits until the next one, at most so often. */
const MOST_MISSES = 2

export class Asked {
  readonly #number: number
  readonly #ahead: number
  readonly #allowed: Allowed | undefined
  readonly #pace: Pace
  /** How many more may be given, as far as is known. */
  #left: number
  /** How many in all. */
  #count: number
  #isEnded = false
  #wake: (() => void) | undefined
  #turnEndsAt: number
  #misses = 0
  #waitsToLook = 0

  /** `allowed`: absent where messages ask. */
  constructor(number: number, ahead: number, allowed: Allowed | undefined, pace: Pace) {
    this.#number = number
    this.#left = this.#count = this.#ahead = ahead
    this.#allowed = allowed
    this.#pace = pace
    this.#turnEndsAt = pace.now() + TURN_MS
  }

  get isEnded(): boolean {
    return this.#isEnded
  }

  /** By a message: so many more. A word of shared memory says how many: then it only wakes. */
  add(more: number): void {
    if (this.#allowed === undefined) this.#left += more
    this.#wake?.()
  }

  end(): void {
    this.#isEnded = true
    this.#wake?.()
  }

  /** A value was given. True: another may be, and nobody else has waited long for the thread. Else `more` comes first. */
  take(): boolean {
    if (--this.#left > 0) return true
    return (this.#look() || this.#lookOn()) && this.#pace.now() < this.#turnEndsAt
  }

  /** Resolves when another value may be given, or nobody reads any more. */
  async more(): Promise<void> {
    while (this.#left <= 0 && !this.#isEnded) await this.#untilWoken()
    const now = this.#pace.now()
    if (now >= this.#turnEndsAt) await new Promise<void>((resolve) => this.#pace.nextTask(resolve))
    this.#turnEndsAt = now + TURN_MS
  }

  async #untilWoken(): Promise<void> {
    // Half of the values at once: to be woken takes longer than to give one.
    this.#allowed?.want(this.#number, (this.#count + (this.#ahead >> 1)) | 0)
    if (this.#look()) return this.#allowed!.wantNone(this.#number)
    await new Promise<void>((resolve) => (this.#wake = resolve))
    this.#wake = undefined
  }

  #look(): boolean {
    if (this.#allowed === undefined) return false
    const count = this.#allowed.count(this.#number)
    this.#left += (count - this.#count) | 0
    this.#count = count
    return this.#left > 0
  }

  /** Looks for as long as that has paid lately. */
  #lookOn(): boolean {
    if (this.#allowed === undefined || this.#pace.hasOneCore === true || --this.#waitsToLook > 0) return false
    const end = this.#pace.now() + LOOK_MS
    for (let readings = 0; readings < READINGS_MAX && this.#pace.now() < end; readings++) {
      for (let left = LOOKS_PER_CLOCK_READING; left > 0; left--) {
        if (this.#look()) return this.#lookPaid()
        pause()
      }
    }
    this.#misses = Math.min(this.#misses + 1, MOST_MISSES)
    this.#waitsToLook = 2 ** this.#misses
    return false
  }

  #lookPaid(): true {
    this.#misses = 0
    return true
  }
}
