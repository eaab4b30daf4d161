/** A workload: the values that every system has to carry. */

import { mulberry32, type Random } from './random.ts'

export interface Workload {
  readonly name: string
  /** Its number, and the seed of its random parts. */
  readonly index: number
  /** How many different inputs take turns, so that no system lives off having just seen the same value. */
  readonly pool: number
  /** Input 0 is the one with a published JSON size, where there is one. */
  readonly make: (random: Random, position: number) => unknown
  /** Every message is of objects that nobody has sent before. Absent: the pool's are sent again and again. */
  readonly isFresh?: boolean
}

const SEED = 0x5eed
/** Fresh messages that wait to be sent: more would fill the heap. */
const FRESH_AT_ONCE = 16

/** The inputs of a workload: the same values in every thread and on every machine. */
export function inputsOf({ index, pool, make }: Workload): unknown[] {
  const random = mulberry32(SEED + index)
  return Array.from({ length: pool }, (_, position) => make(random, position))
}

/** The inputs of a workload as they take turns. */
export class Rotation {
  readonly #workload: Workload
  #inputs: readonly unknown[]
  readonly #random: Random
  #turn = 0

  /** `inputs`: its inputs, which whoever takes turns in the same moments shares. */
  constructor(workload: Workload, inputs: readonly unknown[]) {
    this.#workload = workload
    this.#inputs = inputs
    this.#random = mulberry32(SEED - workload.index)
  }

  get count(): number {
    return this.#inputs.length
  }

  /** Each has to be made ready. */
  get isFresh(): boolean {
    return this.#workload.isFresh === true
  }

  /** Of fresh ones only so many can be. */
  get mostAtOnce(): number {
    return this.isFresh ? FRESH_AT_ONCE : Infinity
  }

  /** Makes as many fresh ones as will be taken, not to be timed. */
  makeReady(count: number): void {
    if (!this.isFresh) return
    this.#inputs = Array.from({ length: count }, (_, position) => this.#workload.make(this.#random, position))
    this.#turn = 0
  }

  next(): unknown {
    this.#turn = this.#turn + 1 >= this.#inputs.length ? 0 : this.#turn + 1
    return this.#inputs[this.#turn]
  }
}
