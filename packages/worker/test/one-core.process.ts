/** On one core: prints how often the main thread's event loop slept, for each answer of four conversations. */

import { Worker } from '@slipring/worker'

const MESSAGES = 2000

/** A worker that works for so many milliseconds on each answer, after a few promises. */
function start(ms: number, options: object = {}): Worker {
  return new Worker(new URL('./one-core.worker.ts', import.meta.url), { workerData: ms, ...options })
}

async function parksPerAnswer(worker: Worker, messages: number): Promise<number> {
  let count = 0
  let before = 0
  await new Promise<void>((resolve, reject) => {
    worker.on('message', async (message) => {
      if (message !== count) return reject(new Error(`${String(message)} came in the place of ${count}`))
      // Code is compiled meanwhile, which takes the core.
      if (++count === messages / 2) before = worker.port.stats().parks
      for (let hops = 0; hops < 5; hops++) await undefined
      if (count === messages) resolve()
      else worker.postMessage(count)
    })
    worker.postMessage(0)
  })
  worker.removeAllListeners('message')
  return (worker.port.stats().parks - before) / (messages / 2)
}

async function alone(worker: Worker, messages: number): Promise<number> {
  const parks = await parksPerAnswer(worker, messages)
  await worker.terminate()
  return parks
}

// Other processes may take the core.
let quick = Infinity
for (let attempts = 0; attempts < 10 && quick > 0.1; attempts++)
  quick = Math.min(quick, await alone(start(0), MESSAGES))
const slow = await alone(start(2), MESSAGES / 10)
const asked = await alone(start(0, { waitStrategy: 'park' }), MESSAGES)
const other = start(0)
await new Promise((resolve) => {
  other.on('message', resolve)
  other.postMessage('begin')
})
const beside = await alone(start(0), MESSAGES)
await other.terminate()
console.log(JSON.stringify({ quick, slow, asked, beside }))
