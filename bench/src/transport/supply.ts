/** New messages for a line: made before each stretch of its traffic, and not timed. */

import { inputsOf, Rotation } from '../workload.ts'
import { workloadNamed } from '../workloads.ts'

/** Long enough that the first message of a stretch, which may wake the other thread, counts for little. */
const MESSAGES = 1 << 15
const BYTES = 16 << 20
/** At first nobody knows how many go into a stretch. */
const FIRST_COUNT = 256
/** Rather too many than too few. */
const SPARE = 1.5

export function rotationOf(workload: string, inputs = inputsOf(workloadNamed(workload))): Rotation {
  return new Rotation(workloadNamed(workload), inputs, { messages: MESSAGES, bytes: BYTES })
}

/** How many messages to make for some time. */
export class Supply {
  readonly #most: number
  #perMs = 0

  constructor(most: number) {
    this.#most = most
  }

  /** `fewest`: also of the largest messages, where so many are in flight. */
  countFor(ms: number, fewest: number): number {
    const wanted = this.#perMs === 0 ? FIRST_COUNT : Math.ceil(this.#perMs * ms * SPARE)
    return Math.max(fewest, Math.min(this.#most, wanted))
  }

  /** So many took so long. */
  learn(count: number, ms: number): void {
    this.#perMs = count / Math.max(ms, 0.001)
  }
}
