/** Answers once, then never gives its thread back. */

import { parentPort } from '@slipring/worker'

parentPort.once('message', (message) => {
  parentPort.postMessage(message)
  setTimeout(() => {
    for (;;);
  }, 5)
})
