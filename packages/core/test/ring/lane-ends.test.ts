import { describe, expect, test, vi } from 'vitest'
import { RingCorruptError } from '../../src/errors.ts'
import { BELL_GATE, MARKS } from '../../src/memory/bell-layout.ts'
import { createBell } from '../../src/memory/bell-region.ts'
import { CONSUMER_GATE, PRODUCER_POSITION } from '../../src/memory/layout.ts'
import { FanIn } from '../../src/ring/fan-in.ts'
import { RUN } from '../../src/signal/gate.ts'
import { fanInOf, laneOf } from './lanes.ts'

describe('a lane ends', () => {
  test('after its last record, when its producer closed', () => {
    const { lane, ends, takeAll, fanIn, marksOf } = fanInOf([0, 1], 2)
    lane(0).put(0)
    lane(0).producer.close()
    expect(takeAll()).toEqual([[0, 0]])
    expect(ends).toEqual([{ lane: 0, reason: 'peer-closed', corruption: undefined }])
    // It may be told of a lane that there is no more.
    lane(0).producer.close()
    expect(marksOf(0)).toBe(1)
    expect(fanIn.next()).toBeUndefined()
    expect(marksOf(0)).toBe(0)
    expect(ends).toHaveLength(1)
  })

  test('when its producer closed without a record, which rings', () => {
    const { lane, ends, fanIn } = fanInOf([0], 1)
    lane(0).producer.close()
    expect(fanIn.hasNews()).toBe(true)
    expect(fanIn.next()).toBeUndefined()
    expect(ends.map(({ reason }) => reason)).toEqual(['peer-closed'])
  })

  test('after its last record, when its producer died without telling', () => {
    const { lane, ends, fanIn, takeAll } = fanInOf([0, 1], 2)
    const { region, put } = lane(1)
    // A2, and no A3.
    Atomics.store(region.words, CONSUMER_GATE, RUN)
    put(4)
    expect(fanIn.next()).toBeUndefined()
    fanIn.laneDied(1)
    expect(fanIn.hasNews()).toBe(true)
    expect(takeAll()).toEqual([[1, 4]])
    expect(ends).toEqual([{ lane: 1, reason: 'peer-died', corruption: undefined }])
    fanIn.laneDied(1)
    expect(fanIn.hasNews()).toBe(false)
  })

  test('of a producer that closed and then died as closed, once', () => {
    const { lane, ends, fanIn } = fanInOf([0], 1)
    lane(0).producer.close()
    fanIn.laneDied(0)
    fanIn.next()
    expect(ends.map(({ reason }) => reason)).toEqual(['peer-closed'])
  })

  test('from this side: its producer finds it closed, and the number is free', () => {
    const { lane, ends, fanIn, bell, take } = fanInOf([0], 1)
    lane(0).put(0)
    fanIn.remove(0)
    fanIn.remove(0)
    expect(lane(0).producer.parkUntilRoom(1000, 0)).toBe(false)
    expect(fanIn.next()).toBeUndefined()
    const next = laneOf(bell, 0)
    next.put(9)
    fanIn.add(0, next.consumer)
    expect(take()).toEqual([0, 9])
    expect(ends).toEqual([])
  })

  test('while it has the turn, from this side', () => {
    const { lane, fanIn, takeAll } = fanInOf([0, 1], 2)
    lane(0).put(0)
    lane(0).put(1)
    lane(1).put(0)
    fanIn.next()!.release()
    fanIn.remove(0)
    expect(takeAll()).toEqual([[1, 0]])
  })

  test('and another takes its number in the callback', () => {
    const bell = createBell(1)
    const [first, second] = [laneOf(bell, 0), laneOf(bell, 0)]
    const fanIn = new FanIn(bell, (lane) => fanIn.add(lane, second.consumer))
    fanIn.add(0, first.consumer)
    second.put(3)
    first.producer.close()
    expect(fanIn.next()!.sequence).toBe(3)
  })
})

describe('a hostile lane', () => {
  test.each<[string, (lane: ReturnType<typeof laneOf>) => void, RegExp]>([
    ['position', ({ region }) => Atomics.store(region.words, PRODUCER_POSITION, 12), /PRODUCER_POSITION is 12/],
    ['record', ({ region }) => (region.data[0] = 8), /kind is 0/],
  ])('with an impossible %s ends alone', (_, spoil, message) => {
    const { lane, ends, takeAll } = fanInOf([0, 1, 2], 3)
    for (const number of [0, 1, 2]) lane(number).put(0)
    spoil(lane(1))
    expect(takeAll()).toEqual([
      [0, 0],
      [2, 0],
    ])
    expect(ends).toMatchObject([{ lane: 1, reason: 'corrupt' }])
    expect(ends[0]!.corruption).toBeInstanceOf(RingCorruptError)
    expect(ends[0]!.corruption!.message).toMatch(message)
    lane(0).put(1)
    lane(1).producer.publish()
    expect(takeAll()).toEqual([[0, 1]])
  })

  test('that becomes so between the two looks ends alone too', () => {
    const { lane, ends, takeAll } = fanInOf([0, 1], 2)
    lane(0).put(0)
    const { consumer, region } = lane(0)
    const spoil = vi.spyOn(consumer, 'publishRelease').mockImplementation(() => {
      Atomics.store(region.words, PRODUCER_POSITION, -8)
    })
    expect(takeAll()).toEqual([[0, 0]])
    expect(ends).toMatchObject([{ lane: 0, reason: 'corrupt' }])
    spoil.mockRestore()
  })

  test('may mark lanes that there are not, and those that have nothing', () => {
    const { bell, lane, fanIn, takeAll, marksOf } = fanInOf([0, 33], 40)
    lane(33).put(1)
    for (const word of [0, 1, 2, 7]) Atomics.store(bell.words, MARKS + word, -1)
    expect(takeAll()).toEqual([[33, 1]])
    expect([0, 1].map(marksOf)).toEqual([0, 0])
    expect(fanIn.hasNews()).toBe(false)
  })

  test('may mark all lanes again and again: each is looked at once, and next() returns', () => {
    const { bell, lane, fanIn } = fanInOf([0, 33], 40)
    let looks = 0
    for (const number of [0, 33])
      vi.spyOn(lane(number).consumer, 'publishRelease').mockImplementation(() => {
        if (++looks > 10) throw new Error('looks at empty lanes for ever')
        for (const word of [0, 1]) Atomics.store(bell.words, MARKS + word, -1)
      })
    lane(0).put(0)
    fanIn.next()!.release()
    expect(fanIn.next()).toBeUndefined()
    expect(looks).toBe(3)
    expect(fanIn.parkUntilNews()).toBe(true)
  })

  test.each([77, -1, 2 ** 31 - 1])('may write %i to gates', (value) => {
    const { bell, lane, takeAll, fanIn } = fanInOf([0, 1], 2)
    Atomics.store(lane(0).region.words, CONSUMER_GATE, value)
    Atomics.store(bell.words, BELL_GATE, value)
    lane(0).put(0)
    lane(1).put(0)
    expect(fanIn.parkUntilNews(5)).toBe(true)
    expect(takeAll()).toEqual([[1, 0]])
  })
})

test('an error that is not of a ring is not taken for one', () => {
  const { lane, ends, fanIn } = fanInOf([0], 1)
  lane(0).put(0)
  const peek = vi.spyOn(lane(0).consumer, 'peek').mockImplementation(() => {
    throw new TypeError('not of a ring')
  })
  expect(() => fanIn.next()).toThrow('not of a ring')
  peek.mockRestore()
  expect(ends).toEqual([])
  expect(fanIn.next()!.sequence).toBe(0)
})
