/** Arrays of a thousand numbers: one small integer over and over, and numbers of every size. */

import type { Random } from '../random.ts'
import type { Workload } from '../workload.ts'

const COUNT = 1_000

export const equalNumbers: Workload = {
  name: 'fill 1000',
  index: 17,
  pool: 1,
  make: () => Array.from({ length: COUNT }, () => 42),
}

export const mixedNumbers: Workload = {
  name: 'numbers 1000',
  index: 18,
  pool: 8,
  make: (random) => Array.from({ length: COUNT }, () => makeNumber(random)),
}

const RANGES = [100, 2 ** 8, 2 ** 16, 2 ** 31, 2 ** 48]

// As often each: whole numbers of five sizes and both signs, amounts of money, measurements.
export function makeNumber(random: Random): number {
  const kind = random.integer(0, RANGES.length + 1)
  const range = RANGES[kind]
  if (range !== undefined) return random.integer(-range, range)
  return kind === RANGES.length ? random.integer(0, 1e7) / 100 : random.next() * 1_000
}
