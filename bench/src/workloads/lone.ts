/** Messages that are one primitive value. */

import type { Workload } from '../workload.ts'
import { makeNumber } from './numbers.ts'
import { asciiText } from './text.ts'

export const loneNumber: Workload = {
  name: 'number',
  index: 25,
  pool: 1_024,
  make: (random) => makeNumber(random),
}

export const shortText: Workload = {
  name: 'short text',
  index: 26,
  pool: 1_024,
  make: (random) => asciiText(random, random.integer(3, 12)),
}
