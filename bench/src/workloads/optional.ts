/** A record of ten fields, each of which is there in every other one. */

import type { Workload } from '../workload.ts'

const FIELDS = 10

export const optional: Workload = {
  name: 'optional',
  index: 28,
  pool: 1_024,
  make: (random) =>
    Object.fromEntries(
      Array.from({ length: FIELDS }, (_, place) => [`field${place}`, random.integer(0, 1_000_000)] as const).filter(
        () => random.integer(0, 1) === 1,
      ),
    ),
}
