/** A workload: the values that every system has to carry. */

import { mulberry32, type Random } from './random.ts'
import { roughBytes } from './rough-bytes.ts'

export interface Workload {
  readonly name: string
  /** Its number, and the seed of its random parts. */
  readonly index: number
  /** How many different inputs there are to verify, and to learn from. */
  readonly pool: number
  /** Input 0 is the one with a published JSON size, where there is one. New objects with new texts in each call. */
  readonly make: (random: Random, position: number) => unknown
  /** The pool's objects are sent again and again. Absent: every message is of objects and texts that nobody has sent before. */
  readonly isKept?: boolean
}

const SEED = 0x5eed

/** How many new messages may wait to be sent: more would fill the heap. */
export interface Supply {
  readonly messages: number
  readonly bytes: number
}

/** The inputs of a workload: the same values in every thread and on every machine. */
export function inputsOf({ index, pool, make }: Workload): unknown[] {
  const random = mulberry32(SEED + index)
  return Array.from({ length: pool }, (_, position) => make(random, position))
}

/** The messages of a workload: its inputs until new ones are made ready. */
export class Rotation {
  readonly #workload: Workload
  /** Those that are verified. */
  readonly inputs: readonly unknown[]
  #messages: readonly unknown[]
  readonly #random: Random
  /** So many can be made ready. */
  readonly mostAtOnce: number
  #made = 0
  #turn = 0

  /** `inputs`: its inputs, which whoever takes turns in the same moments shares. */
  constructor(workload: Workload, inputs: readonly unknown[], { messages, bytes }: Supply) {
    this.#workload = workload
    this.inputs = this.#messages = inputs
    this.#random = mulberry32(SEED - workload.index)
    const isKept = workload.isKept === true
    this.mostAtOnce = isKept ? Infinity : Math.min(messages, Math.ceil(bytes / roughBytes(inputs[0])))
  }

  /** Makes as many new ones as will be taken, not to be timed. */
  makeReady(count: number): void {
    const { isKept, make, pool } = this.#workload
    if (isKept === true) return
    this.#messages = Array.from({ length: count }, () => make(this.#random, this.#made++ % pool))
    this.#turn = 0
  }

  next(): unknown {
    const message = this.#messages[this.#turn]
    this.#turn = this.#turn + 1 === this.#messages.length ? 0 : this.#turn + 1
    return message
  }
}
