/**
 * `node tools/run.mjs examples/world/cost.ts`: how long a frame of one, two and three writers takes that do the same work together,
 * and how long one writer alone would work for it. Both are of the same moment: the speed of a core may change from second to second.
 * Numbers of rows may follow.
 */

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createWorld } from '@slipring/core/world'
import { type Measured, median, partsFor } from './cost-parts.ts'

const MS = 500
const ROUNDS = 3
const MOST_WRITERS = 3
const ROWS = [12, 3000, 60_000]

async function measure(writers: number, rows: number): Promise<Measured> {
  const parts = partsFor(writers, rows)
  const { offer } = createWorld(parts, { patienceMs: Infinity })
  const stop = new Int32Array(new SharedArrayBuffer(4))
  const workers = Object.keys(parts).map(
    (name) =>
      new Worker(new URL('cost.worker.ts', import.meta.url), { workerData: { offer, name, writers, rows, stop } }),
  )
  await Promise.all(workers.map((worker) => once(worker, 'message')))
  const results = Promise.all(workers.map(async (worker) => (await once(worker, 'message'))[0] as Measured))
  await new Promise((resolve) => setTimeout(resolve, MS))
  Atomics.store(stop, 0, 1)
  const measured = await results
  return { work: measured.reduce((sum, { work }) => sum + work, 0), frame: median(measured.map(({ frame }) => frame)) }
}

const micros = (ms: number): string => `${(1000 * ms).toFixed(0)} µs`

const chosen = process.argv.slice(2).map(Number)
for (const rows of chosen.length > 0 ? chosen : ROWS) {
  for (let writers = 1; writers <= MOST_WRITERS; writers++) {
    const rounds: Measured[] = []
    while (rounds.length < ROUNDS) rounds.push(await measure(writers, rows))
    const frame = median(rounds.map((one) => one.frame))
    const work = median(rounds.map((one) => one.work))
    const gain = median(rounds.map((one) => one.work / one.frame))
    console.log(
      `${rows} rows, ${writers} writers: ${micros(frame)} a frame, ${micros(work)} of work, ${gain.toFixed(2)} at a time`,
    )
  }
}
