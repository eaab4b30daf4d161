/** The smallest message a program would send: three fields. */

import type { Workload } from '../workload.ts'
import { newText } from './new-text.mjs'

const WORDS = ['hello', 'ready', 'start', 'pause', 'close', 'input', 'frame', 'state']

export const tiny: Workload = {
  name: 'tiny',
  index: 10,
  pool: 1_024,
  make: (random, position) =>
    position === 0
      ? { a: 1, b: 'hello', c: true }
      : { a: random.integer(0, 999), b: newText(random.pick(WORDS)), c: random.next() < 0.5 },
}
