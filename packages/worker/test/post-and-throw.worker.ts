/** Posts three numbers and throws, or exits: at once, by the native port where it is told so, or when it is told to. */

import { parentPort as nativePort, workerData } from 'node:worker_threads'
import { parentPort } from '@slipring/worker'

const { how, hasPosted } = workerData as { how: string; hasPosted?: Int32Array<SharedArrayBuffer> }
if (how.startsWith('throws at once')) postAndThrow()
parentPort!.on('message', postAndThrow)
parentPort!.postMessage('ready')

function postAndThrow(): void {
  const port = how === 'throws at once, natively' ? nativePort! : parentPort!
  for (const number of [1, 2, 3]) port.postMessage(number)
  if (hasPosted !== undefined) {
    Atomics.store(hasPosted, 0, 1)
    Atomics.notify(hasPosted, 0)
  }
  if (how === 'exits when told') process.exit()
  throw new Error('as told')
}
