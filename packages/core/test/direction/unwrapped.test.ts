import { describe, expect, test } from 'vitest'
import { Parcels } from '../../src/direction/parcels.ts'
import { OOB_BEGIN } from '../../src/direction/out-of-band.ts'
import { Receiver } from '../../src/direction/receiver.ts'
import { EMPTY, ENDED, IN_LANE, isStatus } from '../../src/direction/status.ts'
import { Sender } from '../../src/direction/sender.ts'
import { Unreadable } from '../../src/direction/unreadable.ts'
import { ownClass, registryOf } from '../../src/codec/index.ts'
import type { Lane } from '../../src/host.ts'
import { createRegion, openRegion } from '../../src/memory/region.ts'
import { Box, OWN, Point } from '../codec/own-classes.ts'

const nothing = (): void => {}
const unlimited = {
  whenFull: 'buffer',
  highWaterMark: 2048,
  maxBufferedBytes: Infinity,
  isPeerGone: undefined,
} as const

/** A sender whose peer may not be ours, the native messages it posted, and a receiver that comes when `receive` is called. */
function direction(parcels?: Parcels, received = parcels, unwrapped = 0, canPoll = false) {
  const region = createRegion({ capacity: 4096, unwrapped: Infinity })
  const posted: unknown[] = []
  const foreign: unknown[] = []
  const onForeign = (message: unknown): void => void foreign.push(message)
  const lane: Lane & { isFull: boolean } = { post, start() {}, close() {}, isFull: false }
  function post(message: unknown): void {
    if (lane.isFull) throw new RangeError('Maximum call stack size exceeded')
    // As a native port: getters run before the message is there.
    const clone: unknown = structuredClone(message)
    posted.push(clone)
  }
  const sender = new Sender({
    region,
    lane,
    token: 'token',
    owner: 1,
    maxCapacity: 4096,
    unwrapped,
    ...carried(parcels),
    ...unlimited,
  })
  return {
    posted,
    foreign,
    lane,
    buffered: () => sender.lookAtBuffered(),
    close: () => sender.close(),
    send: (...values: unknown[]) => values.forEach((value) => sender.send(value, undefined)),
    sendBeside: (value: unknown) => sender.send(value, [new ArrayBuffer(8)]),
    receive: () => {
      const polled = canPoll ? { post, poll: () => takeFirst(posted) } : lane
      const options = { lane: polled, token: 'token', owner: 2, onRing: nothing, onForeign, ...carried(received) }
      return new Receiver({ region: openRegion(region.buffer), ...options })
    },
  }
}

const carried = (parcels: Parcels | undefined): { parcels?: Parcels } => (parcels === undefined ? {} : { parcels })

const takeFirst = (posted: unknown[]): { message: unknown } | undefined =>
  posted.length === 0 ? undefined : { message: posted.shift() }

function taken(receiver: Receiver): unknown[] {
  const values: unknown[] = []
  for (let found = receiver.next(); !isStatus(found); found = receiver.next()) values.push(found)
  return values
}

describe('messages posted before the receiver takes the ring', () => {
  test('have their end marked also where the stack was too full for that at first', () => {
    const { posted, lane, send, sendBeside, receive } = direction()
    send('a', 'b')
    const receiver = receive()
    lane.isFull = true
    expect(() => send('c')).toThrow('stack')
    lane.isFull = false
    sendBeside('d')
    for (const message of posted) receiver.onMessage(message)
    expect(taken(receiver)).toEqual(['a', 'b', 'd'])
  })

  test('come first, and the ring goes on without waiting for the mark when all of them were heard', () => {
    const { posted, send, receive } = direction()
    send('a', 'b')
    const receiver = receive()
    for (const message of posted.splice(0)) receiver.onMessage(message)
    send('c', 'd')
    expect(taken(receiver)).toEqual(['a', 'b', 'c', 'd'])
    for (const mark of posted) expect(receiver.onMessage(mark)).toBe(true)
    send('e')
    expect(taken(receiver)).toEqual(['e'])
    expect(receiver.next()).toBe(EMPTY)
  })

  test('may be lost, as the platform loses what nobody listens for: the mark tells where the ring begins', () => {
    const { posted, send, receive } = direction()
    send('lost', 'lost too', 'heard')
    const receiver = receive()
    receiver.onMessage(posted[2])
    send('in the ring')
    expect(taken(receiver)).toEqual(['heard'])
    expect(receiver.next()).toBe(IN_LANE)
    receiver.onMessage(posted[3])
    expect(taken(receiver)).toEqual(['in the ring'])
    expect(receiver.next()).toBe(EMPTY)
  })

  test('may all be lost, with nothing after them: a receiver that is there hears of the end', () => {
    const { posted, send, receive, close } = direction()
    send('lost', 'lost too')
    const receiver = receive()
    expect(receiver.next()).toBe(IN_LANE)
    close()
    receiver.onMessage(posted[2])
    expect(receiver.next()).toBe(ENDED)
  })

  test('are followed by no mark at the end, if nobody has taken the ring: the peer may know nothing of us', () => {
    const { posted, send, close } = direction()
    send('a', 'b')
    close()
    expect(posted).toEqual(['a', 'b'])
  })

  test('are not taken for later ones, which are buffered until they are taken themselves', () => {
    const { posted, send, sendBeside, receive, buffered } = direction()
    send('lost', 'a', 'b')
    const receiver = receive()
    for (const value of ['c', 'd', 'e']) sendBeside(value.repeat(1000))
    const sent = buffered()
    expect(sent).toBeGreaterThan(3000)
    for (const message of posted.slice(1)) receiver.onMessage(message)
    const after = (): number => {
      receiver.next()
      receiver.publishRelease()
      return buffered()
    }
    expect([after(), after()]).toEqual([sent, sent])
    expect([after(), after(), after()]).toEqual([(sent / 3) * 2, sent / 3, 0])
  })

  test('and later ones beside the ring keep one order with it', () => {
    const { posted, send, sendBeside, receive } = direction()
    send('a')
    const receiver = receive()
    send('b')
    sendBeside('c')
    send('d')
    for (const message of posted) receiver.onMessage(message)
    expect(taken(receiver)).toEqual(['a', 'b', 'c', 'd'])
  })
})

test('without any, a record ahead of a native message waits for it', () => {
  const { posted, send, sendBeside, receive } = direction()
  const receiver = receive()
  send('a')
  sendBeside('b')
  send('c')
  expect(taken(receiver)).toEqual(['a'])
  expect(receiver.next()).toBe(IN_LANE)
  for (const message of posted) receiver.onMessage(message)
  expect(taken(receiver)).toEqual(['b', 'c'])
})

describe("where somebody polls, before the first message: somebody else's message that cannot be read takes no place", () => {
  const lost = new Unreadable('lost')

  test('of one that is still to be polled, behind which a record is here', () => {
    const { sendBeside, send, receive, foreign } = direction(undefined, undefined, 0, true)
    const receiver = receive()
    sendBeside('a')
    expect(receiver.onMessage(lost)).toBe(true)
    send('b')
    expect(taken(receiver)).toEqual(['a', 'b'])
    expect(receiver.next()).toBe(EMPTY)
    expect(foreign).toEqual([lost])
  })

  test('of one whose event is still to come', () => {
    const { posted, sendBeside, receive, foreign } = direction(undefined, undefined, 0, true)
    const receiver = receive()
    sendBeside('a')
    expect(receiver.onMessage(lost)).toBe(true)
    expect(taken(receiver)).toEqual([])
    receiver.onMessage(posted.shift())
    expect(taken(receiver)).toEqual(['a'])
    expect(receiver.next()).toBe(EMPTY)
    expect(foreign).toEqual([lost])
  })
})

test('a native message of somebody else is refused once the ring is in use', () => {
  const { send, receive } = direction()
  const receiver = receive()
  send('a')
  expect(receiver.onMessage('foreign')).toBe(false)
  expect(taken(receiver)).toEqual(['a'])
})

describe('a native message of somebody else is refused also when the count of native messages has wrapped, after 2 ** 31', () => {
  const count = 2 ** 31 - 2

  test('with unwrapped ones among them', () => {
    const { posted, send, sendBeside, receive } = direction(undefined, undefined, count)
    const receiver = receive()
    send('a')
    for (const text of 'bcde') sendBeside(text)
    for (const message of posted) receiver.onMessage(message)
    expect(taken(receiver)).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(receiver.onMessage('foreign')).toBe(false)
    expect(receiver.next()).toBe(EMPTY)
  })

  test('and without', () => {
    const { posted, send, sendBeside, receive } = direction()
    const receiver = receive()
    send('a')
    // As if as many had come.
    receiver.onMessage(['token', count, OOB_BEGIN])
    for (const text of 'bcde') sendBeside(text)
    for (const message of posted) receiver.onMessage(message)
    expect(receiver.onMessage('foreign')).toBe(false)
  })
})

test('native messages that come in another order than they were sent are delivered by their numbers', () => {
  const { posted, send, sendBeside, receive } = direction()
  const receiver = receive()
  send('a')
  sendBeside('b')
  sendBeside('c')
  sendBeside('d')
  send('e')
  const [b, c, d] = posted
  receiver.onMessage(d)
  receiver.onMessage(c)
  expect(taken(receiver)).toEqual(['a'])
  expect(receiver.next()).toBe(IN_LANE)
  receiver.onMessage(b)
  expect(taken(receiver)).toEqual(['b', 'c', 'd', 'e'])
})

test('a getter that posts while the receiver takes the ring is served by the native lane, like the message around it', () => {
  const { posted, send, receive } = direction()
  let receiver: Receiver | undefined
  send({
    get inner() {
      receiver ??= receive()
      send('from the getter')
      return 'inner'
    },
  })
  send('in the ring')
  for (const message of posted) receiver!.onMessage(message)
  expect(taken(receiver!)).toEqual(['from the getter', { inner: 'inner' }, 'in the ring'])
  expect(receiver!.next()).toBe(EMPTY)
})

describe('with classes of the program, messages posted before the receiver takes the ring', () => {
  const parcels = new Parcels(registryOf(OWN))

  test('come first, are of their classes, and are followed by the ring', () => {
    const { posted, send, receive } = direction(parcels)
    send(new Point(1, 2), 'b')
    const receiver = receive()
    send(new Point(3, 4))
    expect(posted.every((message) => Array.isArray(message))).toBe(true)
    for (const message of posted) receiver.onMessage(message)
    send(new Box(5))
    expect(taken(receiver)).toEqual([new Point(1, 2), 'b', new Point(3, 4), new Box(5)])
  })

  test('may be lost, and the mark tells where the ring begins', () => {
    const { posted, send, receive } = direction(parcels)
    send('lost', new Point(1, 2))
    const receiver = receive()
    receiver.onMessage(posted[1])
    send(new Box(3))
    expect(taken(receiver)).toEqual([new Point(1, 2)])
    expect(receiver.next()).toBe(IN_LANE)
    receiver.onMessage(posted[2])
    expect(taken(receiver)).toEqual([new Box(3)])
  })

  test('may be posted by the to() of another, which comes first, also while the receiver takes the ring', () => {
    let receiver: Receiver | undefined
    const posts = ownClass({
      name: 'Posts',
      type: Box,
      to: ({ value }) => {
        receiver ??= receive()
        send('from to()')
        return value
      },
      from: (value) => new Box(value),
    })
    const { posted, send, receive } = direction(new Parcels(registryOf({ classes: [posts] })))
    send(new Box(1))
    send(new Box(2))
    for (const message of posted) receiver!.onMessage(message)
    expect(taken(receiver!)).toEqual(['from to()', new Box(1), 'from to()', new Box(2)])
  })

  test('are unreadable one by one when the receiver knows no classes', () => {
    const { posted, send, receive } = direction(parcels, new Parcels())
    send('a', new Point(1, 2))
    const receiver = receive()
    send('b', new Point(1, 2), 'c')
    for (const message of posted) receiver.onMessage(message)
    const values = taken(receiver)
    expect(values.map((value) => (value instanceof Unreadable ? value.error : value))).toEqual([
      'a',
      expect.objectContaining({ className: 'Point' }),
      'b',
      expect.objectContaining({ className: 'Point' }),
      'c',
    ])
  })

  test('that throw while they are packed are not sent', () => {
    const { posted, send } = direction(parcels)
    expect(() => send(new Box(() => 1))).toThrow(/could not be cloned/)
    expect(posted).toEqual([])
    send(1)
    expect(posted).toHaveLength(1)
  })
})

test.each([2 ** 31 - 8, 2 ** 31, 2 ** 31 + 8, 2 ** 32 - 8])(
  'a record that is seen before the count of %d unwrapped messages waits for it',
  (count) => {
    const { send, posted, receive } = direction(undefined, undefined, count)
    const receiver = receive()
    send('by the ring')
    expect(receiver.next()).toBe(IN_LANE)
    for (const message of posted) receiver.onMessage(message)
    expect(receiver.next()).toBe('by the ring')
  },
)
