/** How long a case is measured, and how much one call of it is. */

import type { Definition } from './case.ts'

export interface Timing {
  /** How many operations one call is: times are divided by it. Default: 1. */
  operations?: number | undefined
  /** Milliseconds to measure in each round. */
  time?: number | undefined
  /** Milliseconds to run before the clock counts. */
  warmupTime?: number | undefined
}

/** Throws a RangeError for what is no whole number above 0. */
export function operationsOf(name: string, { operations = 1 }: Timing): number {
  if (!Number.isSafeInteger(operations) || operations < 1)
    throw new RangeError(`Cannot run ${name}: operations is ${operations}, a whole number from 1 is expected`)
  return operations
}

/** The times of a case in milliseconds. Throws a RangeError for what is none. */
export function timingOf(name: string, { time, warmupTime }: Timing): Pick<Definition, 'windowMs' | 'warmUpMs'> {
  for (const [option, value] of Object.entries({ time, warmupTime }))
    if (value !== undefined && !(value > 0 && value < Infinity))
      throw new RangeError(`Cannot run ${name}: ${option} is ${value}, milliseconds above 0 are expected`)
  return { windowMs: time, warmUpMs: warmupTime }
}
