/** Sends bytes back without returning to its event loop, through one buffer. */

import { workerData } from 'node:worker_threads'
import { attach, receiveIntoSync } from '@slipring/worker'

const port = attach(workerData)
const target = new Uint8Array(100_000)
for (;;) {
  const length = receiveIntoSync(port, target)
  if (length === undefined) break
  port.postMessage(target.slice(0, length))
}
