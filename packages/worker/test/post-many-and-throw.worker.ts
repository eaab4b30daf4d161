/** Posts many messages when it is told to, and throws while they are still being delivered. */

import { parentPort } from '@slipring/worker'

parentPort!.once('message', () => {
  for (let number = 0; number < 400; number++) parentPort!.postMessage(number)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
  throw new Error('as told')
})
