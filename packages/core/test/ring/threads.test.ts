import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { createRegion } from '../../src/memory/region.ts'
import { openConsumer } from '../../src/ring/ring.ts'

const MESSAGES = 10_000_000

test.each([
  ['2^31', 2 ** 31 - 2 ** 20],
  ['2^32', 2 ** 32 - 2 ** 20],
])('10 million messages cross a 4 KiB ring in order, over a wrap at %s', async (_at, startPosition) => {
  const { buffer, data } = createRegion({ capacity: 4096, startPosition })
  const worker = new Worker(new URL('produce.worker.ts', import.meta.url), {
    workerData: { buffer, messages: MESSAGES },
  })
  const exit = new Promise((resolve) => worker.once('exit', resolve))
  const consumer = openConsumer(buffer)
  let received = 0
  let wrong = 0
  while (received < MESSAGES) {
    if (!consumer.peek()) {
      expect(consumer.parkUntilRecord(10_000)).toBe(true)
      continue
    }
    if (consumer.sequence !== received || data[consumer.offset >> 2] !== received) wrong++
    consumer.release()
    received++
  }
  expect(wrong).toBe(0)
  expect(consumer.peek()).toBe(false)
  expect(await exit).toBe(0)
  expect(consumer.isProducerClosed()).toBe(true)
})
