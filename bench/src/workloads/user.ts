/** A person's record: mostly strings, an array of words, a sentence. */

import type { Random } from '../random.ts'
import type { Workload } from '../workload.ts'
import { newText } from './new-text.mjs'

const STARTS = 'al ber cor dav el fin gar hol ir jul kal lor mar nel or pat quin ros sal tim'.split(' ')
const ENDS = 'bard den lin more rand son tor van well wick'.split(' ')
const WORDS = STARTS.flatMap((start) => ENDS.map((end) => start + end))
const HOSTS = ['example', 'mail', 'post', 'box']
const TOPS = ['com', 'org', 'net', 'eu']

export const user: Workload = {
  name: 'User',
  index: 5,
  pool: 1_024,
  make: (random) => {
    const first = random.pick(WORDS)
    const last = random.pick(WORDS)
    return {
      id: random.integer(1, 1_000_000),
      // Joined, not concatenated: as flat in memory as what has been parsed.
      name: [capital(first), capital(last)].join(' '),
      email: [first, '.', last, '@', random.pick(HOSTS), '.', random.pick(TOPS)].join(''),
      age: random.integer(18, 99),
      active: random.next() < 0.5,
      tags: words(random, 1, 5),
      score: random.integer(0, 10_000),
      bio: sentence(words(random, 3, 10)),
    }
  },
}

function words(random: Random, fewest: number, most: number): string[] {
  return Array.from({ length: random.integer(fewest, most) }, () => newText(random.pick(WORDS)))
}

function sentence([first = '', ...rest]: readonly string[]): string {
  return [[capital(first), ...rest].join(' '), '.'].join('')
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
