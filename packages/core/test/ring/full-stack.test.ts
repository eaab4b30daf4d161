// A full stack stops a call at any place, and the thread lives on. What was stopped is called again, and must be as if it had
// been called once.
import { expect, test, vi } from 'vitest'
import { isRingCorruptError } from '../../src/errors.ts'
import { createBell } from '../../src/memory/bell-region.ts'
import { CONSUMER_POSITION, CONSUMER_STATE, STATE_CORRUPT } from '../../src/memory/layout.ts'
import { createRegion } from '../../src/memory/region.ts'
import { Consumer } from '../../src/ring/consumer.ts'
import { FanIn } from '../../src/ring/fan-in.ts'
import { Producer } from '../../src/ring/producer.ts'
import { ringer } from '../../src/signal/bell.ts'
import { stopEverywhere } from '../signal/full-stack.ts'

vi.mock('../../src/atomics.ts', async (original) => {
  const { stoppable } = await import('../signal/full-stack.ts')
  return stoppable(await original())
})

const CAPACITY = 4096
const PAYLOAD_BYTES = 1000
const KIND = 2

function ring() {
  const region = createRegion({ capacity: CAPACITY })
  const producer = new Producer(region)
  const consumer = new Consumer(region)
  const send = (sequence: number): boolean => {
    if (producer.tryClaim(PAYLOAD_BYTES) < 0) return false
    producer.commit(PAYLOAD_BYTES, KIND, sequence)
    producer.publish()
    return true
  }
  const takeAll = (): number[] => {
    const taken: number[] = []
    for (; consumer.peek(); consumer.release()) taken.push(consumer.sequence)
    consumer.publishRelease()
    return taken
  }
  /** Over the whole ring and more. */
  const expectAllRoom = (): void => {
    for (let sequence = 10; sequence < 20; sequence++) {
      expect(send(sequence)).toBe(true)
      expect(takeAll()).toEqual([sequence])
    }
  }
  return { region, consumer, send, takeAll, expectAllRoom }
}

test('a kept record whose drop was stopped gives its room back', () => {
  stopEverywhere((isStopped) => {
    const { consumer, send, expectAllRoom } = ring()
    send(0)
    consumer.peek()
    const kept = consumer.keep()
    const release = (): void => {
      if (kept.isKept) consumer.drop(kept)
      consumer.publishRelease()
    }
    if (!isStopped(release)) return
    release()
    expectAllRoom()
  })
})

test('Consumer.keep() keeps the record and goes on, or does neither', () => {
  stopEverywhere((isStopped) => {
    const { consumer, send, takeAll, expectAllRoom } = ring()
    for (let sequence = 0; sequence < 3; sequence++) send(sequence)
    consumer.peek()
    if (!isStopped(() => consumer.keep())) return
    expect(takeAll()).toEqual([0, 1, 2])
    expectAllRoom()
  })
})

test('Consumer.publishRelease() tells the producer when it is called again', () => {
  stopEverywhere((isStopped) => {
    const { region, consumer, send } = ring()
    send(0)
    send(1)
    consumer.peek()
    const kept = consumer.keep()
    consumer.peek()
    consumer.release()
    kept.isKept = false
    if (!isStopped(() => consumer.publishRelease())) return
    consumer.publishRelease()
    expect(Atomics.load(region.words, CONSUMER_POSITION)).toBe(2 * (PAYLOAD_BYTES + 8))
  })
})

test('a consumer that has found its ring corrupt reads no more, also when nobody could be told', () => {
  stopEverywhere((isStopped) => {
    const { region, consumer, send } = ring()
    send(0)
    const header = region.data[0]!
    region.data[0] = 0
    const isCorrupt = (): boolean => {
      try {
        consumer.peek()
        return false
      } catch (error) {
        if (isRingCorruptError(error)) return true
        throw error
      }
    }
    if (!isStopped(isCorrupt)) return
    region.data[0] = header
    const isStillCorrupt = isCorrupt()
    consumer.close()
    expect(Atomics.load(region.words, CONSUMER_STATE) === STATE_CORRUPT).toBe(isStillCorrupt)
  })
})

function lanes() {
  const bell = createBell(3)
  const fanIn = new FanIn(bell, () => {})
  const make = (lane: number) => {
    const region = createRegion({ capacity: CAPACITY })
    const producer = new Producer(region, 1, ringer(bell, lane))
    const consumer = new Consumer(region)
    const put = (sequence: number): void => {
      producer.tryClaim(4)
      producer.commit(4, KIND, sequence)
      producer.publish()
    }
    return { region, consumer, put }
  }
  const takeAll = (): (readonly [lane: number, sequence: number])[] => {
    const taken: (readonly [number, number])[] = []
    for (let consumer = fanIn.next(); consumer !== undefined; consumer = fanIn.next()) {
      taken.push([fanIn.lane, consumer.sequence])
      consumer.release()
    }
    return taken
  }
  const other = make(2)
  fanIn.add(2, other.consumer)
  return { fanIn, make, other, takeAll }
}

test('FanIn.remove() that is stopped keeps the reader from no other lane, and removes when called again', () => {
  stopEverywhere((isStopped) => {
    const { fanIn, make, other, takeAll } = lanes()
    const { region, consumer } = make(1)
    fanIn.add(1, consumer)
    if (!isStopped(() => fanIn.remove(1))) return
    other.put(5)
    expect(takeAll()).toEqual([[2, 5]])
    fanIn.remove(1)
    expect(Atomics.load(region.words, CONSUMER_STATE)).not.toBe(0)
    const next = make(1)
    fanIn.add(1, next.consumer)
    next.put(6)
    other.put(7)
    expect(takeAll()).toEqual([
      [1, 6],
      [2, 7],
    ])
  })
})

test('FanIn.add() that is stopped keeps the reader from no other lane, and adds when called again', () => {
  stopEverywhere((isStopped) => {
    const { fanIn, make, other, takeAll } = lanes()
    const { consumer, put } = make(1)
    put(4)
    other.put(5)
    if (!isStopped(() => fanIn.add(1, consumer))) return
    expect(takeAll()).toEqual([[2, 5]])
    fanIn.add(1, consumer)
    expect(takeAll()).toEqual([[1, 4]])
  })
})
