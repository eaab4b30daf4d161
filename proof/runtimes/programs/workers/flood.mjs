/** Posts without end and without a breath, and listens. */

import { parentPort } from '@slipring/worker'

parentPort.on('message', () => {})
for (let number = 0; ; number++) {
  parentPort.postMessage(number)
  if (number % 1000 === 999) await new Promise((resolve) => setImmediate(resolve))
}
