/** Produces `messages` numbered records, parking while the ring is full. `Infinity` of them until it is terminated, or the ring closed. */

import { workerData } from 'node:worker_threads'
import { openBell } from '../../src/memory/bell-region.ts'
import { RECORD_MESSAGE } from '../../src/memory/layout.ts'
import { openRegion } from '../../src/memory/region.ts'
import { CLOSED, FULL, Producer } from '../../src/ring/producer.ts'
import { ringer } from '../../src/signal/bell.ts'
import { noNudge } from '../../src/signal/gate.ts'

interface Task {
  readonly buffer: SharedArrayBuffer
  readonly messages: number
  /** Where the ring is one lane of many. */
  readonly bell?: SharedArrayBuffer
  readonly lane?: number
}

const { buffer, messages, bell, lane = 0 } = workerData as Task
const region = openRegion(buffer)
const producer = new Producer(region, 1, bell === undefined ? noNudge : ringer(openBell(bell), lane))
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
