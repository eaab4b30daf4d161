/** Lanes of one bell and their reader, all on this thread. */

import { expect } from 'vitest'
import type { RingCorruptError } from '../../src/errors.ts'
import { MARKS } from '../../src/memory/bell-layout.ts'
import { type BellRegion, createBell } from '../../src/memory/bell-region.ts'
import { RECORD_MESSAGE } from '../../src/memory/layout.ts'
import { createRegion } from '../../src/memory/region.ts'
import { Consumer } from '../../src/ring/consumer.ts'
import { FanIn, type FanInOptions, type LaneEnd } from '../../src/ring/fan-in.ts'
import { Producer } from '../../src/ring/producer.ts'
import { ringer } from '../../src/signal/bell.ts'

export const CAPACITY = 4096

interface Ended {
  readonly lane: number
  readonly reason: LaneEnd
  readonly corruption: RingCorruptError | undefined
}

export function laneOf(bell: BellRegion, lane: number, startPosition = 0) {
  const region = createRegion({ capacity: CAPACITY, startPosition })
  const producer = new Producer(region, 1, ringer(bell, lane))
  const put = (sequence: number, length = 8): void => {
    expect(producer.tryClaim(length)).toBeGreaterThan(0)
    producer.commit(length, RECORD_MESSAGE, sequence)
    producer.publish()
  }
  return { region, producer, consumer: new Consumer(region), put }
}

/** Lanes that were all left. */
export function fanInOf(numbers: readonly number[], lanes: number, options: FanInOptions = {}, startPosition = 0) {
  const bell = createBell(lanes)
  const ends: Ended[] = []
  const fanIn = new FanIn(bell, (lane, reason, corruption) => ends.push({ lane, reason, corruption }), options)
  const laneNumbered = new Map(numbers.map((lane) => [lane, laneOf(bell, lane, startPosition)]))
  for (const [lane, { consumer }] of laneNumbered) fanIn.add(lane, consumer)
  expect(fanIn.next()).toBeUndefined()
  /** The lane and number of the next record. */
  const take = (): readonly [number, number] | undefined => {
    const consumer = fanIn.next()
    consumer?.release()
    return consumer && [fanIn.lane, consumer.sequence]
  }
  const takeAll = (): (readonly [number, number])[] => {
    const all = []
    for (let record = take(); record !== undefined; record = take()) all.push(record)
    return all
  }
  const marksOf = (word: number): number => Atomics.load(bell.words, MARKS + word)
  return { bell, ends, fanIn, lane: (number: number) => laneNumbered.get(number)!, take, takeAll, marksOf }
}
