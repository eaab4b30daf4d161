/** One string of a thousand ASCII characters. */

import type { Random } from '../random.ts'
import type { Workload } from '../workload.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789,.'

export const text: Workload = {
  name: 'text 1000',
  index: 11,
  pool: 1_024,
  make: (random) => asciiText(random, 1_000),
}

/** Nothing in it that JSON would escape. */
export function asciiText(random: Random, length: number): string {
  return Array.from({ length }, () => LETTERS.charAt(random.integer(0, LETTERS.length - 1))).join('')
}
