import { expect, test } from 'vitest'
import { OOB_AHEAD, OOB_RING, OOB_STANDALONE } from '../../src/direction/out-of-band.ts'
import { Receiver } from '../../src/direction/receiver.ts'
import { EMPTY, ENDED, IN_LANE, isStatus, MESSAGE } from '../../src/direction/status.ts'
import { Unreadable } from '../../src/direction/unreadable.ts'
import { encode } from '../../src/codec/index.ts'
import { OUT_OF_BAND, PRODUCER_OWNER, RING_SENT_AT, RINGS_SENT } from '../../src/memory/layout.ts'
import { createRegion, type Region } from '../../src/memory/region.ts'
import { Producer } from '../../src/ring/producer.ts'
import { halves } from './halves.ts'

const RING = 'ring'
const LANE = 'lane'
const LOST = 'lost'
/** The same, but it is there before the sender has announced it, and it is offered again afterwards. */
const EARLY = 'early'

const nothing = (): undefined => {}

/** Sends a message by each of these ways and returns those that arrive. A message is its number, or cannot be read. */
function arrived(...ways: readonly string[]): unknown[] {
  const region = createRegion({ capacity: 4096 })
  const lane = { post: nothing, poll: nothing }
  const receiver = new Receiver({ region, lane, token: 'token', owner: 2, onRing: nothing, onForeign: nothing })
  const producer = new Producer(region)
  let announced = 0
  for (const [number, way] of ways.entries()) {
    const bytes = encode(number)
    if (way === RING) {
      const at = producer.tryClaim(bytes.length)
      new Uint8Array(region.buffer, 1024).set(bytes, at)
      producer.commit(bytes.length, 2, number)
      producer.publish()
    }
    if (way === LANE || way === LOST) Atomics.store(region.words, OUT_OF_BAND, ++announced)
    if (way === LANE) receiver.onMessage(['token', number, OOB_STANDALONE, bytes, undefined])
    const lost = new Unreadable(`lost ${number}`)
    const isKept = way === EARLY && receiver.onMessage(lost)
    if (way === EARLY) Atomics.store(region.words, OUT_OF_BAND, ++announced)
    if (way === LOST || (way === EARLY && !isKept)) expect(receiver.onMessage(lost)).toBe(true)
  }
  const values: unknown[] = []
  expect(receiver.hasNews()).toBe(true)
  expect(receiver.glance()).toBe(MESSAGE)
  let found = receiver.next()
  for (; !isStatus(found); found = receiver.next()) values.push(found instanceof Unreadable ? found.error : found)
  expect(found).toBe(EMPTY)
  return values
}

test('a native message that cannot be read has its place, whatever comes before and after it', () => {
  for (const lost of [LOST, EARLY]) {
    expect(arrived(RING, lost, RING)).toEqual([0, 'lost 1', 2])
    expect(arrived(LANE, lost, LANE, RING)).toEqual([0, 'lost 1', 2, 3])
    expect(arrived(lost, lost, LANE)).toEqual(['lost 0', 'lost 1', 2])
    expect(arrived(RING, LANE, lost)).toEqual([0, 1, 'lost 2'])
    expect(arrived(RING, lost, LANE, lost, RING)).toEqual([0, 'lost 1', 2, 'lost 3', 4])
    expect(arrived(lost)).toEqual(['lost 0'])
  }
})

/** A receiver that cannot poll, and what its sender and somebody else post. */
function unpolled() {
  const region = createRegion({ capacity: 4096 })
  const producer = new Producer(region)
  const foreign: unknown[] = []
  let undecided = 0
  const receiver = new Receiver({
    region,
    lane: { post: nothing },
    token: 'token',
    owner: 2,
    onRing: nothing,
    onForeign: (message) => foreign.push(message),
    onUndecided: () => undecided++,
  })
  const post = (number: number): void => {
    Atomics.add(region.words, OUT_OF_BAND, 1)
    receiver.onMessage(['token', number, OOB_STANDALONE, encode(number), undefined])
  }
  return { receiver, producer, region, foreign, post, undecided: () => undecided }
}

test('a native message that cannot be read takes no place of the sender where none of its messages is missing', () => {
  const first = new Unreadable('foreign')
  const second = new Unreadable('foreign as well')
  const { receiver, foreign, post, undecided } = unpolled()
  expect(receiver.onMessage(first)).toBe(true)
  post(0)
  expect(receiver.onMessage(second)).toBe(true)
  expect([receiver.next(), receiver.next(), foreign]).toEqual([0, EMPTY, []])
  // Also while the ring is never read to its end.
  receiver.stopWaiting()
  expect(foreign).toEqual([first])
  // The second came during the wait, and has one of its own.
  expect(undecided()).toBe(2)
  expect([receiver.next(), receiver.glance(), foreign]).toEqual([EMPTY, EMPTY, [first]])
  receiver.stopWaiting()
  expect([receiver.next(), foreign, undecided()]).toEqual([EMPTY, [first, second], 2])
})

test('a native message that cannot be read has its place when its sender counts it late', () => {
  const lost = new Unreadable('lost')
  const { receiver, region, foreign, post } = unpolled()
  expect(receiver.onMessage(lost)).toBe(true)
  expect([receiver.next(), receiver.glance()]).toEqual([EMPTY, EMPTY])
  Atomics.add(region.words, OUT_OF_BAND, 1)
  expect([receiver.hasNews(), receiver.glance(), receiver.next()]).toEqual([true, MESSAGE, IN_LANE])
  post(1)
  expect([receiver.next(), receiver.next(), receiver.next()]).toEqual([lost, 1, EMPTY])
  receiver.stopWaiting()
  expect([receiver.next(), foreign]).toEqual([EMPTY, []])
})

test.each(['next', 'glance'] as const)('once the sender has ended nobody waits for its count: %s', (look) => {
  const lost = new Unreadable('lost')
  const { receiver, producer, foreign } = unpolled()
  receiver.onMessage(lost)
  expect([receiver[look](), foreign]).toEqual([EMPTY, []])
  producer.close()
  expect([receiver[look](), foreign]).toEqual([ENDED, [lost]])
})

test('nobody waits either once the lane brings nothing more', () => {
  const lost = new Unreadable('lost')
  const { receiver, foreign } = unpolled()
  receiver.onMessage(lost)
  receiver.laneEnded()
  expect([receiver.next(), foreign]).toEqual([EMPTY, [lost]])
})

/** As its sender says it before it posts a ring, behind so many messages of the lane. */
function sayRing({ words }: Region, messages: number): void {
  Atomics.store(words, RING_SENT_AT, messages)
  Atomics.add(words, RINGS_SENT, 1)
}

const AHEAD = ['token', 0, OOB_AHEAD, createRegion({ capacity: 8192 }).buffer]

test('a ring that never comes is no message, however late the messages behind it are', () => {
  const { receiver, region, foreign, post, undecided } = unpolled()
  post(0)
  sayRing(region, 1)
  receiver.onMessage(new Unreadable('the ring'))
  Atomics.add(region.words, OUT_OF_BAND, 2)
  expect([receiver.next(), receiver.next()]).toEqual([0, IN_LANE])
  receiver.stopWaiting()
  expect(receiver.next()).toBe(IN_LANE)
  for (const number of [1, 2]) receiver.onMessage(['token', number, OOB_STANDALONE, encode(number), undefined])
  expect([receiver.next(), receiver.next(), receiver.next()]).toEqual([1, 2, EMPTY])
  expect([foreign, undecided()]).toEqual([[], 0])
})

test('a message that cannot be read has its place before a ring, and after one that never comes', () => {
  for (const isBefore of [true, false]) {
    const { receiver, region, foreign, post } = unpolled()
    const lost = new Unreadable('lost')
    sayRing(region, isBefore ? 1 : 0)
    Atomics.add(region.words, OUT_OF_BAND, 1)
    for (const message of isBefore ? [lost, new Unreadable('the ring')] : [new Unreadable('the ring'), lost])
      receiver.onMessage(message)
    post(1)
    expect([receiver.next(), receiver.next(), receiver.next()]).toEqual([lost, 1, EMPTY])
    expect(foreign).toEqual([])
  }
})

test('what comes in the place of a ring that comes after it is of somebody else', () => {
  const foreigner = new Unreadable('foreign')
  const { receiver, region, foreign, post } = unpolled()
  sayRing(region, 0)
  receiver.onMessage(foreigner)
  expect([receiver.next(), foreign]).toEqual([EMPTY, []])
  receiver.onMessage(AHEAD)
  expect(foreign).toEqual([foreigner])
  post(0)
  expect([receiver.next(), receiver.next()]).toEqual([0, EMPTY])
})

test('of two messages that cannot be read one is the ring that has not come, and the other is not', () => {
  const [first, second] = [new Unreadable('first'), new Unreadable('second')]
  const { receiver, region, foreign } = unpolled()
  sayRing(region, 0)
  receiver.onMessage(first)
  receiver.onMessage(second)
  receiver.laneEnded()
  expect([receiver.next(), foreign]).toEqual([EMPTY, [second]])
})

test('a message that was counted during the wait has another wait, for what may be on its way before it', () => {
  const lost = new Unreadable('lost')
  const { receiver, region, foreign, undecided } = unpolled()
  receiver.onMessage(lost)
  Atomics.add(region.words, OUT_OF_BAND, 1)
  receiver.stopWaiting()
  expect([receiver.next(), foreign, undecided()]).toEqual([IN_LANE, [], 2])
  receiver.stopWaiting()
  expect([receiver.next(), receiver.next(), foreign]).toEqual([lost, EMPTY, []])
})

test('a message behind the announcement of another ring is counted there', () => {
  const lost = new Unreadable('lost')
  const { receiver, region, foreign } = unpolled()
  const next = createRegion({ capacity: 8192 })
  Atomics.add(region.words, OUT_OF_BAND, 1)
  receiver.onMessage(['token', 0, OOB_RING, next.buffer])
  Atomics.store(next.words, OUT_OF_BAND, 2)
  receiver.onMessage(lost)
  receiver.stopWaiting()
  expect(foreign).toEqual([])
  expect([receiver.next(), receiver.next()]).toEqual([IN_LANE, IN_LANE])
  receiver.stopWaiting()
  expect([receiver.next(), receiver.next(), foreign]).toEqual([lost, EMPTY, []])
})

test("before there is a sender a message that cannot be read is somebody else's", () => {
  const { receiver, region } = unpolled()
  Atomics.store(region.words, PRODUCER_OWNER, 0)
  expect(receiver.onMessage(new Unreadable('foreign'))).toBe(false)
})

test('where nobody polls, what cannot be read waits for what may be on its way', () => {
  const lost = new Unreadable('lost')
  const { receiver, region, foreign, post, undecided } = unpolled()
  post(0)
  Atomics.add(region.words, OUT_OF_BAND, 1)
  expect(receiver.onMessage(lost)).toBe(true)
  expect([receiver.next(), receiver.next(), receiver.glance()]).toEqual([0, IN_LANE, MESSAGE])
  expect(undecided()).toBe(1)
  receiver.stopWaiting()
  expect([receiver.next(), receiver.next()]).toEqual([lost, EMPTY])
  // The next waits again.
  Atomics.add(region.words, OUT_OF_BAND, 1)
  expect(receiver.onMessage(lost)).toBe(true)
  expect(receiver.next()).toBe(IN_LANE)
  // The lane keeps order, so nothing can be on its way before this one.
  post(3)
  expect([receiver.next(), receiver.next(), receiver.next()]).toEqual([lost, 3, EMPTY])
  expect(foreign).toEqual([])
})

test("somebody else's message that cannot be read takes the place of none that comes after it", () => {
  const lost = new Unreadable('lost')
  const { receiver, region, foreign } = unpolled()
  // Counted, and on its way behind what somebody else has posted.
  Atomics.add(region.words, OUT_OF_BAND, 1)
  expect(receiver.onMessage(lost)).toBe(true)
  expect(receiver.next()).toBe(IN_LANE)
  receiver.onMessage(['token', 0, OOB_STANDALONE, encode(0), undefined])
  expect([receiver.next(), receiver.next()]).toEqual([0, EMPTY])
  expect(foreign).toEqual([lost])
})

test("where somebody polls, somebody else's takes no place either", () => {
  const arriving: { message: unknown }[] = []
  const foreign: unknown[] = []
  const region = createRegion({ capacity: 4096 })
  Atomics.store(region.words, PRODUCER_OWNER, 1)
  const receiver = new Receiver({
    region,
    lane: { post: nothing, poll: () => arriving.shift() },
    token: 'token',
    owner: 2,
    onRing: nothing,
    onForeign: (message) => foreign.push(message),
  })
  const lost = new Unreadable('lost')
  Atomics.add(region.words, OUT_OF_BAND, 1)
  arriving.push({ message: lost }, { message: ['token', 0, OOB_STANDALONE, encode(0), undefined] })
  expect([receiver.next(), receiver.next()]).toEqual([0, EMPTY])
  expect(foreign).toEqual([lost])
})

test('a frozen receiver reads to its end, also behind a message that cannot be read', () => {
  const arriving: { message: unknown }[] = []
  const { region, receiver, sender } = halves(4096, nothing, () => arriving.shift())
  sender.send('lost', [new ArrayBuffer(8)])
  sender.send('behind it', undefined)
  const lost = new Unreadable('lost')
  arriving.push({ message: lost })
  receiver.freeze()
  expect([receiver.next(), receiver.next(), receiver.next()]).toEqual([lost, 'behind it', EMPTY])
  expect(Atomics.load(region.words, OUT_OF_BAND)).toBe(1)
})

test('a message that never comes keeps no port open, though a later one is here', () => {
  const { receiver, post, region } = unpolled()
  // The first was dropped by the platform, without a word.
  Atomics.add(region.words, OUT_OF_BAND, 1)
  post(1)
  expect(receiver.glance()).toBe(MESSAGE)
  expect(receiver.lastGlance()).toBe(EMPTY)
})

test('no later message relies on shapes of a native message that cannot be read', () => {
  const posted: unknown[] = []
  const { receiver, sender } = halves(4096, (message) => posted.push(message), nothing)
  const values: unknown[] = []
  const beside = new MessageChannel().port1
  const send = (isLost: boolean, value: unknown, ...transfer: object[]): void => {
    sender.send(value, transfer)
    for (const message of posted.splice(0)) {
      if (isLost) receiver.onMessage(new Unreadable('lost'))
      else receiver.onMessage(message)
    }
    for (let found = receiver.next(); !isStatus(found); found = receiver.next())
      if (!(found instanceof Unreadable)) values.push(found)
  }
  const text = 'a text that is kept'
  for (const isLost of [false, true, true, false, true]) {
    send(isLost, { beside, first: 1, text }, beside)
    send(false, { first: 1, text })
    const getter = {
      get fourth() {
        sender.send({ fifth: 5, beside }, [beside])
        return 4
      },
      text,
    }
    send(false, getter)
    send(false, { fourth: 4, text })
    send(false, { second: 2, text: `${text} as well` })
    send(isLost, { third: 3, text: `${text} beside`, beside }, beside)
  }
  const told = values.map((value) => Object.entries(value as object).filter(([key]) => key !== 'beside'))
  const own = [
    [
      ['first', 1],
      ['text', text],
    ],
    [['fifth', 5]],
    [
      ['fourth', 4],
      ['text', text],
    ],
    [
      ['fourth', 4],
      ['text', text],
    ],
    [
      ['second', 2],
      ['text', `${text} as well`],
    ],
  ]
  const all = [
    own[0],
    ...own,
    [
      ['third', 3],
      ['text', `${text} beside`],
    ],
  ]
  expect(told).toEqual([all, own, own, all, own].flat())
  beside.close()
})
