/** Answers each message of bytes with their sum, read where they lie, without returning to its event loop. */

import { workerData } from 'node:worker_threads'
import { attach, receiveLeaseSync } from '@slipring/worker'

const port = attach(workerData)
for (;;) {
  const lease = receiveLeaseSync(port)
  if (lease === undefined) break
  let sum = 0
  for (const byte of lease.bytes) sum += byte
  lease.release()
  port.postMessage(sum)
}
