/** One string of a thousand ASCII characters. */

import { mulberry32, type Random } from '../random.ts'
import type { Workload } from '../workload.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789,.'
/** Texts are cut out of these letters, as each message has new ones: one by one they would take longer than to send it. */
const MANY_LETTERS = manyLetters(mulberry32(0x7e47), 1 << 14)

export const text: Workload = {
  name: 'text 1000',
  index: 11,
  pool: 1_024,
  make: (random) => asciiText(random, 1_000),
}

/** Nothing in it that JSON would escape. */
export function asciiText(random: Random, length: number): string {
  if (length <= 0) return ''
  const parts = [LETTERS.charAt(random.integer(0, LETTERS.length - 1))]
  for (let left = length - 1; left > 0; left -= parts.at(-1)!.length) {
    const start = random.integer(0, MANY_LETTERS.length - 1)
    parts.push(MANY_LETTERS.slice(start, start + left))
  }
  // A text of its own, as flat in memory as what has been parsed.
  return parts.join('')
}

function manyLetters(random: Random, length: number): string {
  return Array.from({ length }, () => LETTERS.charAt(random.integer(0, LETTERS.length - 1))).join('')
}
