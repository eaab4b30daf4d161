/** Serves for ever without returning to its event loop. */

import { parentPort, receiveMessageSync } from '@slipring/worker'

for (;;) {
  const received = receiveMessageSync(parentPort!)
  if (received === undefined) break
  parentPort!.postMessage(received.message)
}
