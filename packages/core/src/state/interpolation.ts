/** The place of a frame between two states. */

/** How much of a new interval goes into the mean. */
const WEIGHT = 0.1
/** A longer pause is no interval of a writer that goes on. */
const LONGEST = 4

/** Two states, and the place of a moment between them: 0 at the first, 1 at the second. */
export interface Between<V> {
  from: V
  to: V
  fraction: number
}

/** The mean time of a writer from one state to the next, over the last states. */
export class Interval {
  #ms = 0

  get ms(): number {
    return this.#ms
  }

  /** `ms` passed while `states` states were published. */
  add(ms: number, states: number): void {
    const interval = ms / states
    if (!(interval > 0 && states > 0)) return
    if (this.#ms === 0) this.#ms = interval
    else this.#ms += (Math.min(interval, this.#ms * LONGEST) - this.#ms) * WEIGHT
  }
}

/** The place of `time` between `from` (0) and `to` (1), never outside. */
export function fractionOf(time: number, from: number, to: number): number {
  if (!(to > from)) return 1
  return Math.min(1, Math.max(0, (time - from) / (to - from)))
}
