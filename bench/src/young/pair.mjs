/** The main thread of a fresh process: prints what it has measured as JSON. JavaScript: nothing is to be compiled first. */

import { exchange } from './exchange.mjs'

const begun = performance.now()
/** @type {{ system: string, way: string, payload: string, ages: number[] }} */
const task = JSON.parse(process.argv[2] ?? '')
const { system, way } = task
const { Worker } = await import(system === 'slipring' ? '@slipring/worker' : 'node:worker_threads')
const worker = new Worker(new URL('./pair-worker.mjs', import.meta.url), { workerData: { system, way } })
await new Promise((resolve, reject) => {
  worker.once('error', reject)
  worker.once('message', resolve)
})
const ready = performance.now() - begun
const { first, by } = await exchange(
  task,
  (message) => worker.postMessage(message),
  (take) => worker.on('message', take),
)
// Not before all of it is written: a pipe takes it in pieces.
process.stdout.write(JSON.stringify({ ready, first, by }), () => process.exit(0))
