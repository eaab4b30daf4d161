/** Produces `messages` numbered records, parking while the ring is full. */

import { workerData } from 'node:worker_threads'
import { RECORD_MESSAGE } from '../../src/memory/layout.ts'
import { openRegion } from '../../src/memory/region.ts'
import { FULL, Producer } from '../../src/ring/producer.ts'

const { buffer, messages } = workerData as { buffer: SharedArrayBuffer; messages: number }
const region = openRegion(buffer)
const producer = new Producer(region)
for (let number = 0; number < messages; number++) {
  const length = 4 + (number & 3) * 4
  let offset = producer.tryClaim(length)
  while (offset === FULL) {
    producer.parkUntilRoom(length)
    offset = producer.tryClaim(length)
  }
  region.data[offset >> 2] = number
  producer.commit(length, RECORD_MESSAGE, number)
  // Alone or in batches: both ways of publishing cross the wrap.
  if ((number & 7) !== 0) producer.publish()
}
producer.close()
