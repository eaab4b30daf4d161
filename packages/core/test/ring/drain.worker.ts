/** Takes every record of a ring up to its end, blocking for the next, and tells how many there were. */

import { parentPort, workerData } from 'node:worker_threads'
import { openConsumer } from '../../src/ring/ring.ts'

const consumer = openConsumer((workerData as { buffer: SharedArrayBuffer }).buffer)
let taken = 0
for (let isLast = false; !isLast;) {
  isLast = consumer.isProducerClosed()
  for (; consumer.peek(); consumer.release()) taken++
  consumer.publishRelease()
  if (!isLast) consumer.parkUntilRecord()
}
parentPort!.postMessage(taken)
