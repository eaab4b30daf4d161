/** A message of three numbers. */

import type { Workload } from '../workload.ts'

export const point: Workload = {
  name: 'point',
  index: 21,
  pool: 1_024,
  make: (random, position) => ({ id: position, x: random.next() * 1_000, y: random.next() * 1_000 }),
}
