import { describe, expect, test, vi } from 'vitest'
import { BELL_GATE } from '../../src/memory/bell-layout.ts'
import { createBell, openBell } from '../../src/memory/bell-region.ts'
import { CONSUMER_GATE, CONSUMER_POSITION } from '../../src/memory/layout.ts'
import { createRegion } from '../../src/memory/region.ts'
import { Consumer } from '../../src/ring/consumer.ts'
import { FanIn } from '../../src/ring/fan-in.ts'
import { Producer } from '../../src/ring/producer.ts'
import { ringer } from '../../src/signal/bell.ts'
import { PARK_ASYNC, PARK_PORT, RUN } from '../../src/signal/gate.ts'
import { CAPACITY, fanInOf, laneOf } from './lanes.ts'

test('a lane that was left rings once, and touches the bell no more while it is read', () => {
  const { lane, marksOf, take, takeAll } = fanInOf([0, 3], 4)
  lane(3).put(0)
  expect(marksOf(0)).toBe(0b1000)
  expect(take()).toEqual([3, 0])
  lane(3).put(1)
  lane(3).put(2)
  expect(marksOf(0)).toBe(0)
  expect(takeAll()).toEqual([
    [3, 1],
    [3, 2],
  ])
})

test.each([0, 31, 32, 63, 64, 127, 255])('lane %i of 256 is heard, and no other', (number) => {
  const { lane, fanIn, takeAll } = fanInOf([0, 31, 32, 63, 64, 127, 255], 256)
  expect(fanIn.hasNews()).toBe(false)
  lane(number).put(7)
  expect(fanIn.hasNews()).toBe(true)
  expect(takeAll()).toEqual([[number, 7]])
  expect(fanIn.hasNews()).toBe(false)
})

test('lanes take turns of a quantum, in the order of their numbers, over words of marks', () => {
  const { lane, takeAll } = fanInOf([1, 40, 255], 256, { quantum: 32 })
  for (const number of [255, 1, 40]) for (const sequence of [0, 1, 2]) lane(number).put(sequence)
  expect(takeAll().map(([number]) => number)).toEqual([1, 1, 40, 40, 255, 255, 1, 40, 255])
})

test('a lane that is never empty keeps no other from its turn', () => {
  const { lane, take } = fanInOf([0, 1], 2, { quantum: 64 })
  lane(0).put(0)
  const order = Array.from({ length: 40 }, (_, n) => {
    lane(0).put(n + 1)
    if (n === 10) lane(1).put(0)
    return take()![0]
  })
  expect(order.indexOf(1)).toBeGreaterThan(10)
  expect(order.indexOf(1)).toBeLessThan(10 + 64 / 16 + 2)
  expect(order.filter((number) => number === 1)).toHaveLength(1)
})

test('records larger than the quantum take a turn each', () => {
  const { lane, takeAll } = fanInOf([0, 1], 2, { quantum: 1 })
  for (const number of [0, 1]) for (const sequence of [0, 1]) lane(number).put(sequence, 1000)
  expect(takeAll().map(([number]) => number)).toEqual([0, 1, 0, 1])
})

test.each([2 ** 31 - 1024, 2 ** 32 - 1024])('positions wrap at %i', (startPosition) => {
  const { lane, takeAll } = fanInOf([0, 1], 2, {}, startPosition)
  for (let lap = 0; lap < 100; lap++) {
    lane(0).put(lap, 500)
    lane(1).put(lap, 40)
    expect(takeAll()).toEqual([
      [0, lap],
      [1, lap],
    ])
  }
})

describe('before a lane is left', () => {
  test('all its bytes are given back, since its producer may wait for room', () => {
    const { lane, take, takeAll } = fanInOf([0], 1)
    lane(0).put(0)
    const load = (): number => Atomics.load(lane(0).region.words, CONSUMER_POSITION)
    take()
    expect(load()).toBe(0)
    takeAll()
    expect(load()).toBe(16)
  })

  test('all but kept records, which are given back by publishRelease() when they are dropped', () => {
    const { lane, fanIn } = fanInOf([0], 1)
    lane(0).put(0)
    const consumer = fanIn.next()!
    const kept = consumer.keep()
    expect(fanIn.next()).toBeUndefined()
    const load = (): number => Atomics.load(lane(0).region.words, CONSUMER_POSITION)
    expect(load()).toBe(0)
    consumer.drop(kept)
    consumer.publishRelease()
    expect(load()).toBe(16)
  })

  test('it is armed, and a lane that is taken in is not', () => {
    const { lane, fanIn, bell } = fanInOf([0], 2)
    expect(Atomics.load(lane(0).region.words, CONSUMER_GATE)).toBe(PARK_PORT)
    const late = laneOf(bell, 1)
    late.put(5)
    fanIn.add(1, late.consumer)
    expect(Atomics.load(late.region.words, CONSUMER_GATE)).toBe(RUN)
    expect(fanIn.hasNews()).toBe(true)
    expect(fanIn.parkUntilNews(0)).toBe(true)
    expect(fanIn.next()!.sequence).toBe(5)
  })
})

describe('sleeping at the bell', () => {
  test('ends after its time', () => {
    const { fanIn, bell } = fanInOf([0], 1)
    expect(fanIn.parkUntilNews(5)).toBe(false)
    expect(Atomics.load(bell.words, BELL_GATE)).toBe(RUN)
  })

  test('as an event loop ends with the ring of a lane, once', async () => {
    const { fanIn, bell, lane, takeAll } = fanInOf([0, 1], 2)
    const onWake = vi.fn()
    const gate = fanIn.gate('waitAsync', onWake)
    expect(gate.park(fanIn)).toBe(true)
    expect(Atomics.load(bell.words, BELL_GATE)).toBe(PARK_ASYNC)
    lane(1).put(0)
    lane(0).put(0)
    expect(Atomics.load(bell.words, BELL_GATE)).toBe(RUN)
    await vi.waitFor(() => expect(onWake).toHaveBeenCalledTimes(1))
    expect(takeAll()).toHaveLength(2)
    expect(gate.park(fanIn)).toBe(true)
    gate.dispose()
  })

  test('by the native port ends with one nudge', () => {
    const bell = createBell(2)
    const nudge = vi.fn()
    const fanIn = new FanIn(bell, () => {})
    const region = createRegion({ capacity: CAPACITY })
    fanIn.add(1, new Consumer(region))
    const producer = new Producer(region, 1, ringer(openBell(bell.buffer), 1, nudge))
    expect(fanIn.next()).toBeUndefined()
    const gate = fanIn.gate('port', () => {})
    expect(gate.park(fanIn)).toBe(true)
    producer.close()
    expect(nudge).toHaveBeenCalledTimes(1)
    expect(gate.park(fanIn)).toBe(false)
  })
})

describe('misuse is a RangeError', () => {
  const bell = createBell(40)
  const fanIn = new FanIn(bell, () => {})
  const { consumer } = laneOf(bell, 0)
  fanIn.add(7, consumer)

  test.each([-1, 40, 1.5, NaN])('lane %d of 40', (lane) => {
    expect(() => ringer(bell, lane)).toThrow(
      new RangeError(`Cannot ring for lane ${lane}: this bell has lanes 0 to 39`),
    )
    expect(() => fanIn.add(lane, consumer)).toThrow(
      new RangeError(`Cannot add lane ${lane}: this bell has lanes 0 to 39`),
    )
  })

  test('a lane twice', () => {
    expect(() => fanIn.add(7, consumer)).toThrow(
      new RangeError('Cannot add lane 7: it is in use until it ends or is removed'),
    )
  })

  test.each([0, -5, NaN])('a quantum of %d', (quantum) => {
    expect(() => new FanIn(bell, () => {}, { quantum })).toThrow(
      new RangeError(`Cannot read lanes ${quantum} bytes at a time: use a positive number`),
    )
  })
})

test('a gate of another name, which nothing would wake, and one that calls nobody are refused', () => {
  const fanIn = new FanIn(createBell(1), () => {})
  expect(() => fanIn.gate('waitasync' as 'waitAsync', () => {})).toThrow(
    new TypeError('Cannot make a gate of "waitasync": use "waitAsync" or "port"'),
  )
  expect(() => fanIn.gate('port', undefined as never)).toThrow(
    new TypeError('Cannot wake by undefined: use a function'),
  )
})

test('a gate that waitAsync wakes is refused where the engine has none: nobody would wake it', async () => {
  vi.resetModules()
  const { waitAsync } = Atomics
  Reflect.deleteProperty(Atomics, 'waitAsync')
  try {
    const ring = await import('../../src/ring/index.ts')
    const fanIn = new ring.FanIn(ring.createBell(1), () => {})
    expect(() => fanIn.gate('waitAsync', () => {})).toThrow("use 'port'")
    expect(() => fanIn.gate('port', () => {})).not.toThrow()
  } finally {
    Object.assign(Atomics, { waitAsync })
    vi.resetModules()
  }
})
