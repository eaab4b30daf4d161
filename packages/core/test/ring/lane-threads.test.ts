import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { type BellRegion, createBell } from '../../src/memory/bell-region.ts'
import { createRegion } from '../../src/memory/region.ts'
import { Consumer } from '../../src/ring/consumer.ts'
import { FanIn, type LaneEnd } from '../../src/ring/fan-in.ts'

/** A worker that writes numbered records to a lane, over a wrap at 2^31. */
function startProducer(bell: BellRegion, lane: number, messages: number) {
  const region = createRegion({ capacity: 4096, startPosition: 2 ** 31 - 2048 })
  const worker = new Worker(new URL('produce.worker.ts', import.meta.url), {
    workerData: { buffer: region.buffer, messages, bell: bell.buffer, lane },
  })
  return { worker, data: region.data, consumer: new Consumer(region) }
}

/** A reader that counts what each lane gives, and what is not the next number. */
function readerOf(bell: BellRegion) {
  const ends: Partial<Record<number, LaneEnd>> = {}
  const received: number[] = Array.from({ length: bell.lanes }, () => 0)
  const lanes: (ReturnType<typeof startProducer> | undefined)[] = []
  const fanIn = new FanIn(bell, (lane, reason) => (ends[lane] = reason))
  let wrong = 0
  const start = (lane: number, messages: number): Worker => {
    const started = startProducer(bell, lane, messages)
    lanes[lane] = started
    fanIn.add(lane, started.consumer)
    return started.worker
  }
  /** Takes up to so many records; true when there may be more. */
  const drain = (records: number): boolean => {
    for (let taken = 0; taken < records; taken++) {
      const consumer = fanIn.next()
      if (consumer === undefined) return false
      const { lane } = fanIn
      const number = received[lane]!++
      if (consumer.sequence !== number || lanes[lane]!.data[consumer.offset >> 2] !== number) wrong++
      consumer.release()
    }
    return true
  }
  return { fanIn, ends, received, start, drain, countWrong: () => wrong }
}

test('a blocked reader gets 200,000 records of each of four threads in order, and of one that joins later', () => {
  const messages = 200_000
  const { fanIn, ends, received, start, drain, countWrong } = readerOf(createBell(64))
  for (const lane of [0, 31, 32, 63]) start(lane, messages)
  let hasJoined = false
  while (Object.keys(ends).length < 5) {
    drain(Infinity)
    if (!hasJoined && received[0]! > messages / 2) {
      start(5, messages)
      hasJoined = true
    } else if (Object.keys(ends).length < 5) expect(fanIn.parkUntilNews(20_000)).toBe(true)
  }
  expect(countWrong()).toBe(0)
  expect(ends).toEqual(Object.fromEntries([0, 5, 31, 32, 63].map((lane) => [lane, 'peer-closed'])))
  expect([0, 5, 31, 32, 63].map((lane) => received[lane])).toEqual(Array(5).fill(messages))
}, 60_000)

test('an event loop drains threads that are terminated at any moment, and goes on with the others', async () => {
  const trials = 20
  const messages = 60_000
  const { fanIn, ends, received, start, drain, countWrong } = readerOf(createBell(2))
  const gate = fanIn.gate('waitAsync', turn)
  let turns = 0
  function turn(): void {
    gate.run()
    turns++
    // Two threads that write all the time must not keep the loop for themselves.
    if (drain(1000) || !gate.park(fanIn)) setImmediate(turn)
  }
  const steady = start(1, messages)
  const steadyExit = once(steady, 'exit')
  turn()
  for (let trial = 0; trial < trials; trial++) {
    received[0] = 0
    const worker = start(0, Infinity)
    turn()
    await once(worker, 'online')
    while (received[0] === 0) await new Promise((resolve) => setTimeout(resolve, trial % 4))
    await worker.terminate()
    fanIn.laneDied(0)
    turn()
    await expect.poll(() => ends[0], { timeout: 20_000, interval: 1 }).toBe('peer-died')
    delete ends[0]
  }
  await steadyExit
  await expect.poll(() => ends[1], { timeout: 20_000 }).toBe('peer-closed')
  gate.dispose()
  expect(received[1]).toBe(messages)
  expect(countWrong()).toBe(0)
  expect(turns).toBeGreaterThan(trials)
}, 60_000)
