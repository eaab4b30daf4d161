/** Reasons to doubt the times of a case, found in its turns. */

import { median, percentile } from '../statistics.ts'
import { nanosOf } from './format.ts'
import type { Turn } from './contender.ts'

/** A median of fewer samples is one of chance. */
const FEW_SAMPLES = 5
/** Of a time, the part that is the bench's own. */
const MUCH_OVERHEAD = 0.1

/** Why the turns of a round tell nothing; null: they do. The median of a call that is too short for the clock is 0. */
export function whyUntold(turns: readonly Turn[]): string | null {
  return turns.some(({ samples }) => percentile(samples, 0.5) === 0) ? tooCoarseFor('it') : null
}

/** Collects what makes the turns of a case doubtful. */
export class Doubts {
  #isCoarse = false
  // Its median: one turn may be short because something else ran meanwhile.
  readonly #samples: number[] = []
  readonly #overhead: number[] = []
  readonly #nanos: number[] = []

  add({ samples, overheadNanos = 0, isCoarse }: Turn): void {
    this.#samples.push(samples.length)
    this.#isCoarse ||= isCoarse === true
    this.#overhead.push(overheadNanos)
    this.#nanos.push(samples[samples.length >> 1]!)
  }

  /** Each with its remedy; none: nothing is doubtful. */
  told(): string[] {
    if (this.#nanos.length === 0) return []
    const [nanos, overhead, samples] = [this.#nanos, this.#overhead, this.#samples].map(median) as [
      number,
      number,
      number,
    ]
    return [
      ...(this.#isCoarse ? [tooCoarseFor(nanosOf(nanos))] : []),
      ...(overhead > nanos * MUCH_OVERHEAD
        ? [
            `${nanosOf(overhead)} of its ${nanosOf(nanos)} are the call itself: without them a change is larger. ` +
              'Let one call do more, and say how much by operations',
          ]
        : []),
      ...(samples < FEW_SAMPLES
        ? [`a turn has only ${samples} of its calls: let one call do less, or give it more time`]
        : []),
    ]
  }
}

function tooCoarseFor(what: string): string {
  return `the clock is too coarse for ${what}: let one call do more, and say how much by operations`
}
