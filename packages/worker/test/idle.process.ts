/**
 * Talks to a worker, then both are silent. Prints how often their event loops turned meanwhile: `[main thread, worker]`.
 * With the argument `native` the pair is one of the built-in module.
 */

import { Worker as NativeWorker } from 'node:worker_threads'
import { Worker } from '@slipring/worker'
import { turnsDuring } from './silence.ts'

const isNative = process.argv[2] === 'native'
const file = new URL('idle.worker.ts', import.meta.url)
const worker = isNative ? new NativeWorker(file, { workerData: 'native' }) : new Worker(file)

let rounds = 0
// Shorter than the worker's silence: the worker breaks both with its count.
let ours: Promise<number> | undefined
worker.on('message', async (message: number | { turns: number }) => {
  if (typeof message === 'object') {
    console.log(JSON.stringify([await ours, message.turns]))
    worker.unref()
  } else {
    worker.postMessage(++rounds)
    if (rounds === 5000) ours = turnsDuring(1800)
  }
})
worker.postMessage(0)
