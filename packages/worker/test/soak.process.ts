/**
 * `npm run prove -- soak --minutes 30 --seed 1`: two threads exchange random messages for this long. At the end the digests of
 * both sides must be equal. Heap and buffers of both threads must be as flat as at the beginning.
 *
 * Resident memory may rise for minutes while heap and buffers stay flat. Buffers of up to 2 MB come and go on several threads,
 * and the C library keeps an arena for each. With MALLOC_ARENA_MAX=1 it is flat from the second report on, so nothing of ours
 * is kept. Resident memory over the same messages, in MiB:
 *
 *   MALLOC_ARENA_MAX   second report   last report
 *   1                            283           290
 *   not set                      352           408
 */

import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { createChannel } from '@slipring/worker'
import { amountOf, wholeOf } from '../../../tools/amount.mjs'
import { growthFaults, shownGrowth, SoakMemory } from './soak-memory.ts'
import { type Letter, SoakSide } from './soak-side.ts'
import { randomOf } from './stress-messages.ts'

const MIB = 1 << 20
const CAPACITY = 65_536
/** The last of them is taken before the port closes, which may let go of what it has kept. */
const SAMPLES = 24
const LONGEST_SAMPLE_MS = 60_000

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    seed: { type: 'string' },
  },
})
const minutes = amountOf('minutes', values.minutes, 1)
const totalMs = minutes * 60_000
const sampleMs = Math.min(LONGEST_SAMPLE_MS, totalMs / SAMPLES)
const seed = wholeOf('seed', values.seed)

const { port, offer, transfer } = createChannel({ capacity: CAPACITY })
const worker = new Worker(new URL('soak.worker.ts', import.meta.url), {
  workerData: { offer, seed, sampleMs },
  transferList: [...transfer],
})
const started = performance.now()
const side = new SoakSide(port, randomOf(seed))
const memory = new SoakMemory()
const reports = setInterval(report, sampleMs)
console.log(`seed ${seed}`)

const theirs = new Promise<Required<Letter>>((resolve) => {
  port.on('message', (letter: Letter) => {
    if (letter.account === undefined) return side.take(letter)
    resolve(letter as Required<Letter>)
  })
})
worker.once('error', (error) => {
  throw error
})
setTimeout(() => {
  side.stop()
  clearInterval(reports)
  report()
  port.postMessage({ seen: 0, account: side.account } satisfies Letter)
}, totalMs)

const { account: other, growth: theirGrowth } = await theirs
const mine = side.account
await port.closed
const problems = [
  other.received === mine.sent ? '' : `the other side received ${other.received} of ${mine.sent}`,
  mine.received === other.sent ? '' : `this side received ${mine.received} of ${other.sent}`,
  other.receivedDigest === mine.sentDigest ? '' : 'the digests of what this side sent differ',
  mine.receivedDigest === other.sentDigest ? '' : 'the digests of what the other side sent differ',
  ...growthFaults('this thread', memory.growth),
  ...growthFaults('the other thread', theirGrowth),
].filter((problem) => problem !== '')
console.log(`this thread: ${shownGrowth(memory.growth)}\nthe other thread: ${shownGrowth(theirGrowth)}`)
for (const problem of problems) console.log(`FAULT ${problem}`)
console.log(`${mine.sent + other.sent} messages both ways in ${minutes} minutes, ${problems.length} faults`)
process.exitCode = problems.length === 0 ? 0 : 1

function report(): void {
  const { heap, buffers } = memory.sample()
  const { messagesSent, messagesReceived, growths, shrinks, spills } = port.stats()
  const seconds = ((performance.now() - started) / 1000).toFixed(0).padStart(5)
  const figures = [heap, buffers, process.memoryUsage.rss()].map((bytes) => (bytes / MIB).toFixed(1).padStart(7))
  console.log(
    `${seconds} s  sent ${messagesSent}  received ${messagesReceived}  by the native port ${spills}  ` +
      `rings grown ${growths}, left ${shrinks}  heap${figures[0]}  buffers${figures[1]}  resident${figures[2]} MiB`,
  )
}
