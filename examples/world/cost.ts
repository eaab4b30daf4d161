/** `node tools/run.mjs examples/world/cost.ts`: frames a second of one, two and three writers that do the same work together. */

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { attachWorld, createWorld } from '@slipring/core/world'
import { partsFor } from './cost-parts.ts'

const SECONDS = 1
const ROUNDS = 3

async function framesPerSecond(writers: number, rows: number): Promise<number> {
  const parts = partsFor(writers, rows)
  const { offer } = createWorld(parts, { patienceMs: Infinity })
  const stop = new Int32Array(new SharedArrayBuffer(4))
  const workers = Object.keys(parts).map(
    (name) =>
      new Worker(new URL('cost.worker.ts', import.meta.url), { workerData: { offer, name, writers, rows, stop } }),
  )
  const reader = attachWorld(parts, offer)
  // Until engines have compiled it.
  while (reader.version < 200) {
    await reader.changed()
    reader.latest()
  }
  const [startedAt, first] = [performance.now(), reader.version]
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1000))
  reader.latest()
  const perSecond = ((reader.version - first) * 1000) / (performance.now() - startedAt)
  Atomics.store(stop, 0, 1)
  await Promise.all(workers.map((worker) => once(worker, 'exit')))
  return perSecond
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

for (const rows of [12, 60_000]) {
  const measured: number[][] = [[], [], []]
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, of] of measured.entries()) of.push(await framesPerSecond(index + 1, rows))
  for (const [index, of] of measured.entries()) {
    const perSecond = median(of)
    console.log(
      `${rows} rows, ${index + 1} writers: ${perSecond.toFixed(0)} frames a second, ${(1e6 / perSecond).toFixed(0)} µs each`,
    )
  }
}
