/** The plan of one trial; as far as threads allow, all of it follows from the trial's seed. */

import { randomOf } from '../litmus/lock-step.js'

/** The memory that the hostile thread writes over. */
export const TARGETS = ['control words', 'plausible words', 'record headers', 'payloads', 'anything'] as const
/** The work of the other one meanwhile. */
export const VICTIMS = [
  'listens',
  'receives',
  'blocks for a time',
  'blocks',
  'writes',
  'writes, and blocks when full',
  'tries to write',
] as const

export interface Plan {
  readonly seed: number
  readonly target: (typeof TARGETS)[number]
  readonly victim: (typeof VICTIMS)[number]
  readonly capacity: number
  readonly maxCapacity: number
  readonly ms: number
  /** Where both positions start. */
  readonly startPosition: number
}

export function planOf(seed: number): Plan {
  const random = randomOf(seed)
  const pick = <T>(list: readonly T[]): T => list[random() % list.length]!
  return {
    seed,
    target: pick(TARGETS),
    victim: pick(VICTIMS),
    capacity: pick([4096, 16_384]),
    maxCapacity: pick([4096, 1 << 18]),
    ms: 5 + (random() % 40),
    startPosition: pick([0, 2 ** 31 - 1024, 2 ** 32 - 1024]),
  }
}

/** The report of one side of a trial. */
export interface Sight {
  readonly messages: number
  readonly sent: number
  /** How often which error came, by its name. */
  readonly errors: Readonly<Record<string, number>>
  readonly reason: string
  /** Findings that must not be. */
  readonly faults: readonly string[]
}
