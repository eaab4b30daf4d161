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
}

const SEED = 0x5eed

/** The inputs of a workload: the same values in every thread and on every machine. */
export function inputsOf({ index, pool, make }: Workload): unknown[] {
  const random = mulberry32(SEED + index)
  return Array.from({ length: pool }, (_, position) => make(random, position))
}
