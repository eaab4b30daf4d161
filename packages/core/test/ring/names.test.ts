import { expect, test } from 'vitest'
import { createRing, FULL, openConsumer, openProducer, RECORD_MESSAGE } from '../../src/ring/index.ts'

test('the names of the part are enough for a record there', () => {
  const ring = createRing({ capacity: 4096 })
  const consumer = openConsumer(ring)
  const producer = openProducer(ring)
  expect(consumer.peek()).toBe(false)
  expect(producer.tryClaim(4)).not.toBe(FULL)
  producer.commit(4, RECORD_MESSAGE, 7)
  producer.publish()
  expect([consumer.peek(), consumer.sequence, consumer.length]).toEqual([true, 7, 4])
})
