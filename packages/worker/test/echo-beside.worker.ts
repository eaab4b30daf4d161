/** Sends every message back, and before every one that has a round a native one. */

import { parentPort as native } from 'node:worker_threads'
import { parentPort } from '@slipring/worker'

parentPort!.on('message', (message) => {
  if (message.round !== undefined) native!.postMessage(`beside ${message.round}`)
  parentPort!.postMessage(message)
})
