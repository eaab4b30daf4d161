/** Produces `messages` numbered records, parking while the ring is full. `Infinity` of them until it is terminated, or the ring closed. */

import { workerData } from 'node:worker_threads'
import { RECORD_MESSAGE } from '../../src/memory/layout.ts'
import { openRegion } from '../../src/memory/region.ts'
import { CLOSED, FULL, Producer } from '../../src/ring/producer.ts'

interface Task {
  readonly buffer: SharedArrayBuffer
  readonly messages: number
}

const { buffer, messages } = workerData as Task
const region = openRegion(buffer)
const producer = new Producer(region)
for (let number = 0; number < messages; number++) {
  const length = 4 + (number & 3) * 4
  let offset = producer.tryClaim(length)
  while (offset === FULL) {
    producer.parkUntilRoom(length)
    offset = producer.tryClaim(length)
  }
  if (offset === CLOSED) break
  region.data[offset >> 2] = number
  producer.commit(length, RECORD_MESSAGE, number)
  // Alone or in batches: both ways of publishing cross the wrap.
  if ((number & 7) !== 0) producer.publish()
}
producer.close()
