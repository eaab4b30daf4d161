/** `npm run prove -- soak-schema`: random schemas and values, by default 50,000 pairs; `--count`, and `--seed` to see one again. */

import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { nodeMeter } from '../codec/node-meter.ts'
import { checkPairs, PAIRS } from './pairs.ts'

const EVERY_MS = 10_000
const MOST_LEFT = 64 << 20

// V8 keeps every function it has compiled from a text, 31 KB of them for a pair: 34,000 pairs were a gigabyte.
setFlagsFromString('--no-compilation-cache')
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const { values } = parseArgs({ options: { count: { type: 'string', default: '50000' }, seed: { type: 'string' } } })
const seeds = Math.ceil(Number(values.count) / PAIRS)
const first = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
if (!(seeds > 0) || !Number.isInteger(first))
  throw new TypeError('Usage: npm run prove -- soak-schema [--count N] [--seed N]')

// The first pair loads what all others use.
checkPairs(first)
const leftAtStart = bytesLeft()
let toldAt = performance.now()
for (let index = 0; index < seeds; index++) {
  try {
    checkPairs(first + index)
  } catch (error) {
    throw new Error(`npm run prove -- soak-schema --count ${PAIRS} --seed ${first + index}`, { cause: error })
  }
  if (performance.now() - toldAt < EVERY_MS) continue
  toldAt = performance.now()
  console.log(`${(index + 1) * PAIRS} pairs`)
}
const left = bytesLeft() - leftAtStart
console.log(`${seeds * PAIRS} pairs of a random schema and a random value, from seed ${first}: all hold`)
console.log(`memory: ${(left / 2 ** 20).toFixed(1)} MiB more than at the start`)
if (left > MOST_LEFT) throw new Error(`${left} bytes are left, more than ${MOST_LEFT}`)

function bytesLeft(): number {
  collectGarbage()
  return nodeMeter.allocatedBytes()
}
