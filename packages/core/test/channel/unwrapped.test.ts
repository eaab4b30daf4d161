import { describe, expect, test } from 'vitest'
import { EMPTY, IN_LANE, MESSAGE, Receiver } from '../../src/channel/receiver.ts'
import { Sender } from '../../src/channel/sender.ts'
import type { Lane } from '../../src/host.ts'
import { createRegion, openRegion } from '../../src/memory/region.ts'

const nothing = (): void => {}
const unlimited = {
  whenFull: 'buffer',
  highWaterMark: 2048,
  maxBufferedBytes: Infinity,
  isPeerGone: undefined,
} as const

/** A sender whose peer may not be ours, the native messages it posted, and a receiver that comes when `receive` is called. */
function direction() {
  const region = createRegion({ capacity: 4096, unwrapped: Infinity })
  const posted: unknown[] = []
  const lane: Lane = { post: (message) => void posted.push(structuredClone(message)), start() {}, close() {} }
  const sender = new Sender({ region, lane, token: 'token', owner: 1, maxCapacity: 4096, unwrapped: 0, ...unlimited })
  return {
    posted,
    send: (...values: unknown[]) => values.forEach((value) => sender.send(value, undefined)),
    sendBeside: (value: unknown) => sender.send(value, [new ArrayBuffer(8)]),
    receive: () => {
      const options = { lane, token: 'token', owner: 2, onRing: nothing, onForeign: nothing }
      return new Receiver({ region: openRegion(region.buffer), ...options })
    },
  }
}

function taken(receiver: Receiver): unknown[] {
  const values: unknown[] = []
  while (receiver.next() === MESSAGE) values.push(receiver.value)
  return values
}

describe('messages posted before the receiver takes the ring', () => {
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

test('a native message of somebody else is refused once the ring is in use', () => {
  const { send, receive } = direction()
  const receiver = receive()
  send('a')
  expect(receiver.onMessage('foreign')).toBe(false)
  expect(taken(receiver)).toEqual(['a'])
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
