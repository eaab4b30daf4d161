/**
 * `npm run bench:first-answer`, after `npm run build`: how long after `new Worker()` its first answer is there. The workers
 * load the packages as they are published, each anew; they take turns, another one first each time: a native one, one that
 * also loads ours, one that uses ours.
 */

import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { Worker as NativeWorker } from 'node:worker_threads'
import { Worker } from '@slipring/worker'
import { median, quartiles } from '../statistics.ts'

const ROUNDS = 32
/** The files are in the system's cache only after the first ones. */
const WARM_UP_ROUNDS = 4

// Without the condition under which this process reads the sources.
const options = { execArgv: [] }
const systems: readonly [name: string, start: () => NativeWorker][] = [
  ['native', () => new NativeWorker(new URL('./native.worker.mjs', import.meta.url), options)],
  ['native, loads ours', () => new NativeWorker(new URL('./loads-ours.worker.mjs', import.meta.url), options)],
  ['ours', () => new Worker(new URL('./ours.worker.mjs', import.meta.url), options)],
]

if (!existsSync(new URL('../../../packages/worker/dist/index.js', import.meta.url)))
  throw new Error('There is no build of the packages to load: npm run build')

const times: number[][] = systems.map(() => [])
for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
  for (let turn = 0; turn < systems.length; turn++) {
    const index = (round + turn) % systems.length
    const time = await firstAnswer(systems[index]![1])
    if (round >= WARM_UP_ROUNDS) times[index]!.push(time)
  }
}

console.log(`ms from new Worker() to its first answer: median and quartiles of ${ROUNDS}`)
for (const [index, [name]] of systems.entries()) {
  const [low, high] = quartiles(times[index]!)
  console.log(`${name.padEnd(20)} ${median(times[index]!).toFixed(1)} (${low.toFixed(1)} to ${high.toFixed(1)})`)
}

async function firstAnswer(start: () => NativeWorker): Promise<number> {
  const begin = performance.now()
  const worker = start()
  worker.postMessage('question')
  await once(worker, 'message')
  const time = performance.now() - begin
  await worker.terminate()
  return time
}
