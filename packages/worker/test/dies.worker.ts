/** Says that it is ready, and ends in the way it is told when it gets a message. */

import { workerData } from 'node:worker_threads'
import { parentPort } from '@slipring/worker'

parentPort!.on('message', () => {
  if (workerData === 'exit') process.exit(3)
  throw new Error('as told')
})
parentPort!.postMessage('ready')
