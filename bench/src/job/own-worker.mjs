/** A worker without a pool: answers each message in its order. */

import { parentPort } from 'node:worker_threads'
import one, { batch } from './tasks.mjs'

parentPort?.on('message', (/** @type {any} */ task) =>
  parentPort?.postMessage(typeof task === 'string' ? one(task) : batch(task)),
)
