/** Answers bytes with their sum, read where they lie, and sends as many back, written where they lie. */

import { attach, parentPort } from '@slipring/worker'
import { workerData } from 'node:worker_threads'

const port = workerData === null ? parentPort : attach(workerData)
for (;;) {
  let lease
  try {
    lease = await port.receiveLease()
  } catch (error) {
    if (error.name === 'ClosedError') break
    port.postMessage({ refused: error.name, next: await port.receive() })
    continue
  }
  let sum = 0
  for (const byte of lease.bytes) sum += byte
  const { length } = lease.bytes
  lease.release()
  port.postMessage({ sum })
  port.postBytes(length, (bytes) => bytes.fill(length & 0xff))
}
