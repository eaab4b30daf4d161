/** `npm run prove -- soak-codec`: decodes spoiled bytes, by default for some seconds; `--count 10000000` for minutes. */

import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import * as codec from '../../src/codec/index.ts'
import { nodeMeter } from './node-meter.ts'
import { ROUND, Soak } from './soak.ts'

const EVERY_MS = 10_000
const MOST_LEFT = 64 << 20

const { values } = parseArgs({ options: { count: { type: 'string', default: '200000' }, seed: { type: 'string' } } })
const rounds = Math.ceil(Number(values.count) / ROUND)
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
if (!(rounds > 0) || !Number.isInteger(seed))
  throw new TypeError('Usage: npm run prove -- soak-codec [--count N] [--seed N]')

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

console.log(`${rounds * ROUND} messages from seed ${seed}`)
const soak = new Soak(codec, nodeMeter)
collectGarbage()
const leftAtStart = nodeMeter.allocatedBytes()
let toldAt = performance.now()
for (let round = 0; round < rounds; round++) {
  soak.round(seed + round)
  if (performance.now() - toldAt < EVERY_MS) continue
  toldAt = performance.now()
  console.log(summary())
}
collectGarbage()
const left = nodeMeter.allocatedBytes() - leftAtStart
console.log(summary())
console.log(`memory: ${(left / 2 ** 20).toFixed(1)} MiB more than at the start`)
if (left > MOST_LEFT) throw new Error(`${left} bytes are left, more than ${MOST_LEFT}`)

function summary(): string {
  const { messages, values: carried, refusals, slowestMs, largestExcess } = soak.tally
  return `${messages} decoded: ${carried} values, ${refusals} refusals; slowest ${slowestMs.toFixed(1)} ms; ${(-largestExcess / 2 ** 10).toFixed(0)} KiB of memory to spare`
}
