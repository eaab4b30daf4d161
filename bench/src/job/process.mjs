/** The whole job in one process: prints the hash of all results. JavaScript: nothing is to be compiled first. */

import { createHash } from 'node:crypto'
import { documents } from './documents.mjs'
import one, { batch } from './tasks.mjs'

/** @typedef {{ run: (task: any) => unknown, close?: () => unknown }} Opened */

const THREADS = 2
const [system = '', count = '', perTask = '', rounds = ''] = process.argv.slice(2)
const texts = documents(Number(count))
const size = Number(perTask)
/** @type {(string | string[])[]} */
const tasks =
  size === 1 ? texts : Array.from({ length: texts.length / size }, (_, at) => texts.slice(at * size, at * size + size))
const { run, close } = await open()
/** @type {unknown[]} */
let results = []
for (let round = 0; round < Number(rounds); round++) results = await Promise.all(tasks.map(run))
process.stdout.write(createHash('sha1').update(results.flat().join()).digest('hex'))
await close?.()

/** @returns {Promise<Opened>} */
async function open() {
  const filename = new URL('./tasks.mjs', import.meta.url).href
  const options = { filename, name: size === 1 ? 'default' : 'batch', minThreads: THREADS, maxThreads: THREADS }
  if (system === 'without threads') return { run: size === 1 ? one : batch }
  if (system === 'own workers') return ownWorkers()
  if (system === 'Pool') return ofPool(new (await import('@slipring/worker')).Pool(options))
  if (system === '@slipring/worker/piscina')
    return ofPool(new (await import('@slipring/worker/piscina')).Piscina(options))
  return ofPool(new (await import('piscina')).Piscina(options))
}

/** @param {{ run: (task: any) => Promise<unknown>, close: () => Promise<unknown> }} pool */
function ofPool(pool) {
  return { run: (/** @type {any} */ task) => pool.run(task), close: () => pool.close() }
}

/** Each gets all of its tasks at once. */
async function ownWorkers() {
  const { Worker } = await import('node:worker_threads')
  const lanes = Array.from({ length: THREADS }, () => {
    const worker = new Worker(new URL('./own-worker.mjs', import.meta.url))
    /** @type {((result: unknown) => void)[]} */
    let waiting = []
    let next = 0
    worker.on('message', (result) => {
      waiting[next++]?.(result)
      if (next === waiting.length) {
        waiting = []
        next = 0
      }
    })
    /** @param {unknown} task */
    const ask = (task) => {
      worker.postMessage(task)
      return new Promise((resolve) => waiting.push(resolve))
    }
    return { ask, worker }
  })
  let turn = 0
  return {
    run: (/** @type {unknown} */ task) => lanes[turn++ % THREADS]?.ask(task),
    close: () => Promise.all(lanes.map(({ worker }) => worker.terminate())),
  }
}
