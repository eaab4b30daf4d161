/** Sends every message back, with a native one beside it. */

import { parentPort as native } from 'node:worker_threads'
import { parentPort } from '@slipring/worker'

parentPort!.on('message', (message) => {
  native!.postMessage(`beside ${message.round}`)
  parentPort!.postMessage(message)
})
