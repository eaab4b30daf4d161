/** A message of every JSON type: a sentence, a short array of numbers, fifty equal words three levels down. */

import type { Workload } from '../workload.ts'
import { newText } from './new-text.mjs'
import { asciiText } from './text.ts'

const SENTENCE = 'Hello World with some longer text to test string encoding performance'

export const mixed: Workload = {
  name: 'mixed',
  index: 15,
  pool: 1_024,
  make: (random, position) => ({
    number: position === 0 ? 12_345 : random.integer(10_000, 99_999),
    string: position === 0 ? SENTENCE : asciiText(random, SENTENCE.length),
    boolean: position === 0 || random.next() < 0.5,
    null: null,
    array: Array.from({ length: 10 }, (_, i) => (position === 0 ? i + 1 : random.integer(1, 10))),
    nested: { deep: { value: 'nested', array: Array.from({ length: 50 }, () => newText('test')) } },
  }),
}
