/** `npm run soak:schema`: random schemas and values, by default 50,000 pairs; `--count`, and `--seed` to see one again. */

import { parseArgs } from 'node:util'
import { checkPairs, PAIRS } from './pairs.ts'

const EVERY_MS = 10_000

const { values } = parseArgs({ options: { count: { type: 'string', default: '50000' }, seed: { type: 'string' } } })
const seeds = Math.ceil(Number(values.count) / PAIRS)
const first = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
if (!(seeds > 0) || !Number.isInteger(first))
  throw new TypeError('Usage: npm run soak:schema -- [--count N] [--seed N]')

let toldAt = performance.now()
for (let index = 0; index < seeds; index++) {
  try {
    checkPairs(first + index)
  } catch (error) {
    throw new Error(`npm run soak:schema -- --count ${PAIRS} --seed ${first + index}`, { cause: error })
  }
  if (performance.now() - toldAt < EVERY_MS) continue
  toldAt = performance.now()
  console.log(`${(index + 1) * PAIRS} pairs`)
}
console.log(`${seeds * PAIRS} pairs of a random schema and a random value, from seed ${first}: all hold`)
