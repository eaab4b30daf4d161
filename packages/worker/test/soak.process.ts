/**
 * `npm run soak -- --minutes 30 --seed 1`: two threads exchange random messages for so long. At the end the digests of
 * both sides must be equal, and the memory as flat as at the beginning.
 *
 * Resident memory may rise for minutes while heap and buffers stay flat: buffers of up to 2 MB come and go on several
 * threads, and the C library keeps an arena for each. With MALLOC_ARENA_MAX=1 it is flat from the second report on
 * (283 to 290 MiB, against 352 rising to 408 without, over the same messages), so nothing of ours is kept.
 */

import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Worker } from 'node:worker_threads'
import { createChannel } from '@slipring/worker'
import { type Account, type Letter, SoakSide } from './soak-side.ts'
import { randomOf } from './stress-messages.ts'

const MIB = 1 << 20
/** What a heap may have grown after collection, from one sample to the last: caches, compiled code, noise. */
const MOST_GROWTH_MIB = 12
const CAPACITY = 65_536
const LONGEST_REPORT_MS = 60_000

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
})
const totalMs = Number(values.minutes) * 60_000
const seed = Number(values.seed)

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const { port, offer, transfer } = createChannel({ capacity: CAPACITY })
const worker = new Worker(new URL('soak.worker.ts', import.meta.url), {
  workerData: { offer, seed },
  transferList: [...transfer],
})
const started = performance.now()
const side = new SoakSide(port, randomOf(seed))
const samples: number[] = []
const reportMs = Math.min(LONGEST_REPORT_MS, totalMs / 6)
const reports = setInterval(report, reportMs)
console.log(`seed ${seed}`)

const theirs = new Promise<Account>((resolve) => {
  port.on('message', (letter: Letter) => {
    if (letter.account === undefined) return side.take(letter)
    console.log(`the other thread's heap: ${(letter.seen / MIB).toFixed(1)} MiB`)
    resolve(letter.account)
  })
})
worker.once('error', (error) => {
  throw error
})
setTimeout(() => {
  side.stop()
  clearInterval(reports)
  port.postMessage({ seen: 0, account: side.account } satisfies Letter)
}, totalMs)

const [mine, other] = [await theirs.then(() => side.account), await theirs]
await port.closed
report()
const problems = [
  other.received === mine.sent ? '' : `the other side received ${other.received} of ${mine.sent}`,
  mine.received === other.sent ? '' : `this side received ${mine.received} of ${other.sent}`,
  other.receivedDigest === mine.sentDigest ? '' : 'the digests of what this side sent differ',
  mine.receivedDigest === other.sentDigest ? '' : 'the digests of what the other side sent differ',
  growth() <= MOST_GROWTH_MIB ? '' : `the heap has grown by ${growth().toFixed(1)} MiB`,
].filter((problem) => problem !== '')
for (const problem of problems) console.log(`FAULT ${problem}`)
console.log(
  `${mine.sent + other.sent} messages both ways in ${Number(values.minutes)} minutes, ${problems.length} faults`,
)
process.exitCode = problems.length === 0 ? 0 : 1

function report(): void {
  collect()
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage()
  samples.push(heapUsed)
  const { messagesSent, messagesReceived, growths, spills } = port.stats()
  const seconds = ((performance.now() - started) / 1000).toFixed(0).padStart(5)
  const memory = [heapUsed, arrayBuffers, rss].map((bytes) => (bytes / MIB).toFixed(1).padStart(7))
  console.log(
    `${seconds} s  sent ${messagesSent}  received ${messagesReceived}  by the native port ${spills}  ` +
      `ring ${(CAPACITY * 2 ** growths) / 1024} KiB  heap${memory[0]}  buffers${memory[1]}  resident${memory[2]} MiB`,
  )
}

/** From the second sample, when everything is warm, to the last, in MiB. */
function growth(): number {
  return (samples.at(-1)! - samples[1]!) / MIB
}
