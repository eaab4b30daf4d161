/** Posts three numbers and throws: at once, or when it is told to. */

import { workerData } from 'node:worker_threads'
import { parentPort } from '@slipring/worker'

if (workerData === 'throws at once') postAndThrow()
parentPort!.on('message', postAndThrow)
parentPort!.postMessage('ready')

function postAndThrow(): never {
  for (const number of [1, 2, 3]) parentPort!.postMessage(number)
  throw new Error('as told')
}
