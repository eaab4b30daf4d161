/** An object used as a dictionary: twenty numbers by identifiers, none of which was there before. */

import type { Workload } from '../workload.ts'

const ENTRIES = 20
const IDENTIFIERS = 2 ** 31

export const dictionary: Workload = {
  name: 'dictionary',
  index: 27,
  pool: 1_024,
  make: (random) =>
    Object.fromEntries(
      Array.from({ length: ENTRIES }, () => [
        `id-${random.integer(0, IDENTIFIERS).toString(36)}`,
        random.integer(0, 1_000),
      ]),
    ),
}
