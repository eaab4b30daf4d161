/** Leaves a message for the other side, takes none itself, and ends in the way that a native message tells it. */

import { parentPort, workerData } from 'node:worker_threads'
import { attach } from '@slipring/worker'

attach(workerData.offer).postMessage(workerData.left ?? 'left')
parentPort!.once('message', (way) => {
  if (way === 'exit') process.exit(3)
  throw new Error('as told')
})
parentPort!.postMessage('ready')
