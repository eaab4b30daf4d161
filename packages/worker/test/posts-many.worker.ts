/** Posts so many messages of one byte. */

import { parentPort } from '@slipring/worker'

parentPort!.on('message', (count: number) => {
  for (let number = 0; number < count; number++) parentPort!.postMessage(new Uint8Array([number]))
})
