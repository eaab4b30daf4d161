import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { describe, expect, test, vi } from 'vitest'
import { HandshakeError } from '../../src/errors.ts'
import {
  CONSUMER_GATE,
  CONSUMER_POSITION,
  PRODUCER_GATE,
  PRODUCER_POSITION,
  RECORD_LENGTH_BITS,
  RECORD_MESSAGE,
  WANTED_POSITION,
} from '../../src/memory/layout.ts'
import { createRegion, openRegion } from '../../src/memory/region.ts'
import { Consumer } from '../../src/ring/consumer.ts'
import { CLOSED, FULL, Producer } from '../../src/ring/producer.ts'
import {
  closeForDeadConsumer,
  closeForDeadProducer,
  createRing,
  openConsumer,
  openProducer,
} from '../../src/ring/ring.ts'
import { PARK_ASYNC, PARK_SYNC, RUN } from '../../src/signal/gate.ts'

const CAPACITY = 4096
const RECORD = 512
const PAYLOAD = RECORD - 8
const RECORDS = CAPACITY / RECORD

/** A ring with `count` records in it, and its control words. */
function ringWith(count: number, startPosition = 0) {
  const region = createRegion({ capacity: CAPACITY, startPosition })
  const producer = new Producer(region)
  const consumer = new Consumer(region)
  const put = (length = PAYLOAD): void => {
    expect(producer.tryClaim(length)).toBeGreaterThan(0)
    producer.commit(length, RECORD_MESSAGE, 0)
  }
  const take = (): void => {
    expect(consumer.peek()).toBe(true)
    consumer.release()
  }
  for (let n = 0; n < count; n++) put()
  producer.publish()
  const { words, data } = region
  const load = (word: number): number => Atomics.load(words, word)
  const store = (word: number, value: number): void => void Atomics.store(words, word, value)
  return { region, producer, consumer, put, take, load, store, data }
}

describe('a parked consumer is woken', () => {
  test('by publish(), and a gate at RUN is left alone', () => {
    const { producer, load, store, put } = ringWith(0)
    store(CONSUMER_GATE, PARK_ASYNC)
    put()
    expect(load(CONSUMER_GATE)).toBe(PARK_ASYNC)
    producer.publish()
    expect(load(CONSUMER_GATE)).toBe(RUN)
  })

  test('by close(), which shows what was committed', () => {
    const { producer, consumer, load, store, put } = ringWith(0)
    put()
    store(CONSUMER_GATE, PARK_ASYNC)
    producer.close()
    expect(load(CONSUMER_GATE)).toBe(RUN)
    expect(consumer.isProducerClosed()).toBe(true)
    expect(consumer.peek()).toBe(true)
    store(CONSUMER_GATE, PARK_ASYNC)
    producer.close()
    expect(load(CONSUMER_GATE)).toBe(RUN)
  })
})

describe('a parked producer is woken', () => {
  test('by the release that reaches what it wants, and by no earlier one', () => {
    const { consumer, take, load, store } = ringWith(RECORDS)
    store(PRODUCER_GATE, PARK_ASYNC)
    store(WANTED_POSITION, 2 * RECORD)
    take()
    consumer.publishRelease()
    expect([load(CONSUMER_POSITION), load(PRODUCER_GATE)]).toEqual([RECORD, PARK_ASYNC])
    take()
    consumer.publishRelease()
    expect([load(CONSUMER_POSITION), load(PRODUCER_GATE)]).toEqual([2 * RECORD, RUN])
  })

  test('over the wrap of positions', () => {
    const { consumer, take, load, store } = ringWith(RECORDS, 2 ** 31 - RECORD)
    store(PRODUCER_GATE, PARK_ASYNC)
    store(WANTED_POSITION, -(2 ** 31))
    take()
    consumer.publishRelease()
    expect(load(PRODUCER_GATE)).toBe(RUN)
  })

  test('by a consumer that closes', () => {
    const { consumer, load, store } = ringWith(1)
    store(PRODUCER_GATE, PARK_ASYNC)
    consumer.close()
    expect(load(PRODUCER_GATE)).toBe(RUN)
  })
})

test('release() tells the producer in portions of an eighth of the ring, before parking of everything', () => {
  const { consumer, load, put, producer } = ringWith(0)
  for (let n = 0; n < 3; n++) put(248)
  producer.publish()
  const released = [1, 2, 3].map(() => {
    consumer.peek()
    consumer.release()
    return load(CONSUMER_POSITION)
  })
  expect(released).toEqual([0, 512, 512])
  expect(consumer.parkUntilRecord(0)).toBe(false)
  expect(load(CONSUMER_POSITION)).toBe(768)
})

describe('parkUntilRoom()', () => {
  test('of more than the largest record would never be over, and is refused', () => {
    const { producer } = ringWith(0)
    const most = producer.region.maxPayload
    expect(producer.parkUntilRoom(most)).toBe(true)
    expect(() => producer.parkUntilRoom(most + 1)).toThrow(
      new RangeError(`Cannot claim ${most + 1} bytes: largest record in a ${CAPACITY}-byte ring is ${most}`),
    )
  })

  test('gives up after its time, having said how far the release must come', () => {
    const { producer, load, put } = ringWith(RECORDS - 1)
    put()
    expect(producer.parkUntilRoom(PAYLOAD, 5)).toBe(false)
    // Published first, then room for the record and a quarter of the ring to spare.
    expect(load(PRODUCER_POSITION)).toBe(CAPACITY)
    expect(load(WANTED_POSITION)).toBe(RECORD + CAPACITY / 4)
    expect(load(PRODUCER_GATE)).toBe(RUN)
    expect(producer.usedBytes).toBe(CAPACITY)
  })

  test('wants no more than what is published, and counts the padding before the end', () => {
    const { producer, consumer, load, take } = ringWith(RECORDS - 1)
    take()
    consumer.publishRelease()
    // 512 bytes are left before the end of the data area, too few for this record: they become padding.
    expect(producer.parkUntilRoom(1000, 5)).toBe(false)
    expect(load(WANTED_POSITION)).toBe((RECORDS - 1) * RECORD + (RECORD + 1008) - CAPACITY + CAPACITY / 4)
    expect(producer.parkUntilRoom(PAYLOAD, 5)).toBe(true)
  })

  test('is true when the room is there', () => {
    const { producer, consumer, take } = ringWith(RECORDS)
    expect(producer.tryClaim(PAYLOAD)).toBe(FULL)
    take()
    consumer.publishRelease()
    expect(producer.parkUntilRoom(PAYLOAD)).toBe(true)
    expect(producer.hasNews()).toBe(true)
  })
})

test('parkUntilRecord() is true for a record and for the end', () => {
  const { producer, consumer, take } = ringWith(1)
  expect(consumer.parkUntilRecord(0)).toBe(true)
  take()
  expect(consumer.parkUntilRecord(0)).toBe(false)
  expect(consumer.hasNews()).toBe(false)
  producer.close()
  expect(consumer.parkUntilRecord(0)).toBe(true)
})

test('the largest record crosses, and a header that says more is refused', () => {
  const { producer, consumer, put, take, region, data } = ringWith(0)
  for (let n = 0; n < 3; n++) put(region.maxPayload)
  producer.publish()
  take()
  data[1024 / 4] = (RECORD_MESSAGE << RECORD_LENGTH_BITS) | (region.maxPayload + 8)
  expect(() => consumer.peek()).toThrow(/above the largest payload of 1016/)
})

test.each([
  ['further back than the ring is long', -8],
  ['beyond what is published', CAPACITY + 8],
  ['off the grid', 4],
])('a consumer position %s is a RingCorruptError', (_, position) => {
  const { producer, store } = ringWith(RECORDS)
  store(CONSUMER_POSITION, position)
  expect(() => producer.tryClaim(PAYLOAD)).toThrow(`CONSUMER_POSITION is ${position}`)
})

test('createRing(), openProducer() and openConsumer() give two ends of one ring', () => {
  const buffer = createRing({ capacity: CAPACITY })
  const producer = openProducer(buffer)
  const consumer = openConsumer(buffer)
  producer.tryClaim(8)
  producer.commit(8, RECORD_MESSAGE, 3)
  producer.publish()
  expect([consumer.peek(), consumer.sequence]).toEqual([true, 3])
})

test('a timeout that is no number is refused, and nobody sleeps for ever', () => {
  const { producer, consumer } = ringWith(0)
  const refusal = /^Cannot block for ("x"|"5"|null): timeout is a number of milliseconds$/
  for (const timeout of ['x', '5', null]) {
    expect(() => consumer.parkUntilRecord(timeout as never)).toThrow(refusal)
    expect(() => producer.parkUntilRoom(PAYLOAD, timeout as never)).toThrow(refusal)
  }
  expect(() => consumer.parkUntilRecord(NaN)).toThrow(RangeError)
  expect(consumer.parkUntilRecord(1)).toBe(false)
})

describe('a ring that its producer has closed', () => {
  test('takes no more: a record would be lost without a word', () => {
    const { producer, consumer, put, take } = ringWith(1)
    producer.close()
    producer.close()
    put()
    const refusal = expect.objectContaining({ name: 'ClosedError', reason: 'closed' })
    expect(() => producer.publish()).toThrow(refusal)
    expect(() => producer.parkUntilRoom(PAYLOAD)).toThrow(refusal)
    take()
    expect(consumer.peek()).toBe(false)
  })
})

function start(file: string, workerData: object): Worker {
  return new Worker(new URL(file, import.meta.url), { workerData })
}

describe('for a thread that has died', () => {
  test('closeForDeadProducer() ends the ring after what was published', () => {
    const { region, producer, consumer, put, take } = ringWith(1)
    put()
    closeForDeadProducer(region.buffer)
    take()
    expect(consumer.peek()).toBe(false)
    expect(consumer.isProducerClosed()).toBe(true)
    expect(consumer.parkUntilRecord()).toBe(true)
    expect(producer.usedBytes).toBe(2 * RECORD)
  })

  test('closeForDeadConsumer() tells a producer that finds no room', () => {
    const { region, producer } = ringWith(RECORDS)
    expect(producer.tryClaim(PAYLOAD)).toBe(FULL)
    closeForDeadConsumer(region.buffer)
    expect(producer.tryClaim(PAYLOAD)).toBe(CLOSED)
    expect(producer.parkUntilRoom(PAYLOAD)).toBe(false)
  })

  test.each([closeForDeadProducer, closeForDeadConsumer])('%o asks for a ring', (close) => {
    expect(() => close(new ArrayBuffer(CAPACITY))).toThrow(TypeError)
    expect(() => close(new SharedArrayBuffer(CAPACITY))).toThrow(HandshakeError)
  })

  test('a thread that blocks in vain is released, whichever side it is', async () => {
    const producing = createRing({ capacity: 4096 })
    const consuming = createRing({ capacity: 4096 })
    const doomed = start('produce.worker.ts', { buffer: producing, messages: Infinity })
    const ended = Promise.all([
      once(start('drain.worker.ts', { buffer: producing }), 'message'),
      once(start('produce.worker.ts', { buffer: consuming, messages: Infinity }), 'exit'),
    ])
    const published = openRegion(producing).words
    await vi.waitFor(() => expect(Atomics.load(published, PRODUCER_POSITION)).toBeGreaterThan(0), 5000)
    await vi.waitFor(() => expect(Atomics.load(openRegion(consuming).words, PRODUCER_GATE)).toBe(PARK_SYNC), 5000)
    await doomed.terminate()
    closeForDeadProducer(producing)
    closeForDeadConsumer(consuming)
    const [[taken], [code]] = await ended
    expect(taken).toBeGreaterThan(0)
    expect(code).toBe(0)
  })
})
