/** Natively: posts as many values as it is told to. */

import { parentPort } from 'node:worker_threads'

/** @type {unknown[]} */
let inputs = []
let next = 0

parentPort?.on('message', (/** @type {any} */ asked) => {
  if (Array.isArray(asked)) inputs = asked
  else for (let count = 0; count < asked; count++) parentPort?.postMessage(inputs[next++ % inputs.length])
})
