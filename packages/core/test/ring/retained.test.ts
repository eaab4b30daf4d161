import { array, assert, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CONSUMER_POSITION, PRODUCER_GATE, RECORD_MESSAGE, WANTED_POSITION } from '../../src/memory/layout.ts'
import { createRegion, type Region } from '../../src/memory/region.ts'
import { Consumer } from '../../src/ring/consumer.ts'
import type { RetainedRecord } from '../../src/ring/retained-records.ts'
import { FULL, Producer } from '../../src/ring/producer.ts'
import { PARK_SYNC, RUN } from '../../src/signal/gate.ts'

const RECORD_BYTES = 16

function ring(): {
  region: Region
  send: (value: number) => boolean
  consumer: Consumer
  released: () => number
  valueAt: (offset: number) => number
} {
  const region = createRegion({ capacity: 4096, startPosition: 2 ** 32 - 2048 })
  const producer = new Producer(region)
  const consumer = new Consumer(region)
  const send = (value: number): boolean => {
    const offset = producer.tryClaim(4)
    if (offset === FULL) return false
    region.data[offset >> 2] = value
    producer.commit(4, RECORD_MESSAGE, value)
    producer.publish()
    return true
  }
  const released = (): number => {
    consumer.publishRelease()
    return (Atomics.load(region.words, CONSUMER_POSITION) + 2048) | 0
  }
  return { region, send, consumer, released, valueAt: (offset) => region.data[offset >> 2]! }
}

describe('Consumer.retain()', () => {
  test('goes on to the next record, and nothing from the retained one on is given back before drop()', () => {
    const { send, consumer, released } = ring()
    for (let value = 0; value < 4; value++) send(value)
    expect(consumer.peek()).toBe(true)
    consumer.release()
    expect(consumer.peek()).toBe(true)
    const retained = consumer.retain()
    expect(consumer.peek()).toBe(true)
    expect(consumer.sequence).toBe(2)
    consumer.release()
    expect(released()).toBe(RECORD_BYTES)
    consumer.drop(retained)
    expect(released()).toBe(3 * RECORD_BYTES)
  })

  test('release() after it, or twice, gives nothing back: the next record would be lost', () => {
    const { send, consumer, released } = ring()
    for (let value = 0; value < 4; value++) send(value)
    const seen: number[] = []
    let retained: RetainedRecord | undefined
    for (; consumer.peek(); consumer.release()) {
      seen.push(consumer.sequence)
      if (retained === undefined) retained = consumer.retain()
      else consumer.release()
    }
    expect(seen).toEqual([0, 1, 2, 3])
    expect(released()).toBe(0)
    consumer.drop(retained!)
    expect(released()).toBe(4 * RECORD_BYTES)
  })

  test('drop() tells of an eighth of the ring, and not of less', () => {
    const { region, send, consumer } = ring()
    const start = Atomics.load(region.words, CONSUMER_POSITION)
    const all: RetainedRecord[] = []
    while (send(all.length)) {
      consumer.peek()
      all.push(consumer.retain())
    }
    const records = region.capacity / 8 / RECORD_BYTES
    for (const retained of all.slice(0, records - 1)) consumer.drop(retained)
    expect(Atomics.load(region.words, CONSUMER_POSITION)).toBe(start)
    consumer.drop(all[records - 1]!)
    expect((Atomics.load(region.words, CONSUMER_POSITION) - start) | 0).toBe(region.capacity / 8)
  })

  test('a ring that is full of what is retained takes nothing more until the oldest is dropped', () => {
    const { send, consumer } = ring()
    const all: RetainedRecord[] = []
    while (send(all.length)) {
      consumer.peek()
      all.push(consumer.retain())
    }
    consumer.drop(all[1]!)
    consumer.publishRelease()
    expect(send(1)).toBe(false)
    consumer.drop(all[0]!)
    consumer.publishRelease()
    expect([send(1), send(2), send(3)]).toEqual([true, true, false])
  })

  test('a producer that waits for more room than a retained record leaves is woken: it may need less than it wants', () => {
    const { region, send, consumer, released } = ring()
    const { words } = region
    for (let value = 0; value < 4; value++) send(value)
    // As Producer.parkUntilRoom does: wanted is what it needs and some to spare.
    Atomics.store(words, WANTED_POSITION, -2048 + 2 * RECORD_BYTES)
    Atomics.store(words, PRODUCER_GATE, PARK_SYNC)
    consumer.peek()
    consumer.release()
    expect(released()).toBe(RECORD_BYTES)
    expect(Atomics.load(words, PRODUCER_GATE)).toBe(PARK_SYNC)
    consumer.peek()
    consumer.retain()
    expect(released()).toBe(RECORD_BYTES)
    expect(Atomics.load(words, PRODUCER_GATE)).toBe(RUN)
  })

  test('whatever is retained and dropped in whatever order keeps its bytes, and in the end all are given back', () => {
    const check = property(array(integer({ min: 0, max: 5 }), { maxLength: 3000 }), (steps) => {
      const { send, consumer, released, valueAt } = ring()
      const all: { retained: RetainedRecord; value: number }[] = []
      let [sent, next] = [0, 0]
      for (const step of steps) {
        if (step < 3 && send(sent)) sent++
        else if (step === 3 && consumer.peek()) {
          all.push({ retained: consumer.retain(), value: next++ })
        } else if (step === 4 && consumer.peek()) {
          expect(valueAt(consumer.offset)).toBe(next++)
          consumer.release()
        } else if (all.length > 0) {
          const [{ retained, value }] = all.splice((step * 7 + next) % all.length, 1) as [(typeof all)[0]]
          expect([retained.isRetained, valueAt(retained.offset)]).toEqual([true, value])
          consumer.drop(retained)
        }
      }
      for (const { retained, value } of all) {
        expect(valueAt(retained.offset)).toBe(value)
        consumer.drop(retained)
      }
      expect(released()).toBe(next * RECORD_BYTES)
    })
    assert(check, { numRuns: 100 })
  })
})
