/** The worker of a fresh process. */

import { workerData } from 'node:worker_threads'
import { answerer } from './exchange.mjs'

const { system, way } = workerData
const { parentPort } = await import(system === 'slipring' ? '@slipring/worker' : 'node:worker_threads')
parentPort.on(
  'message',
  answerer(way, (message) => parentPort.postMessage(message)),
)
parentPort.postMessage('ready')
