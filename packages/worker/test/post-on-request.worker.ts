/** Posts three numbers for each message. */

import { parentPort } from '@slipring/worker'

parentPort!.on('message', () => {
  for (const number of [1, 2, 3]) parentPort!.postMessage(number)
})
