/** Counts by word: fifty of three hundred words, others each time, as in an index of texts or a set of changed fields. */

import type { Random } from '../random.ts'
import type { Workload } from '../workload.ts'

const ENTRIES = 50
const VOCABULARY = 300

// Of four to ten letters and digits, the same ones in every thread; none looks like a number.
const wordAt = (place: number): string => `w${(place * 2_654_435_761).toString(36).slice(0, 3 + (place % 7))}`

function counts(random: Random): object {
  const found: Record<string, number> = {}
  for (let left = ENTRIES; left > 0; left--) found[wordAt(random.integer(1, VOCABULARY))] = random.integer(1, 100)
  return found
}

export const words: Workload = { name: 'words', index: 29, pool: 1_024, make: counts }
