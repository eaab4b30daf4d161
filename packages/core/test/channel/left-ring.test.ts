import { expect, test, vi } from 'vitest'
import { isStatus, type Receiver } from '../../src/channel/receiver.ts'
import { CONSUMER_GATE } from '../../src/memory/layout.ts'
import { PARK_SYNC, RUN } from '../../src/signal/gate.ts'
import { halves } from './halves.ts'

// A claim that comes to nothing may leave padding to the end of the ring. When the sender then leaves that ring, no record
// goes past the padding, and it counted as buffered for ever.

function readAll(receiver: Receiver): unknown[] {
  const values: unknown[] = []
  for (let value = receiver.next(); !isStatus(value); value = receiver.next()) values.push(value)
  receiver.publishRelease()
  return values
}

const FAILURE = new Error('of who fills')
const LARGE = 'x'.repeat(3000)

test.each<[string, fill: (bytes: Uint8Array) => void, error: string]>([
  [
    'who fills fails',
    () => {
      throw FAILURE
    },
    'of who fills',
  ],
  ['who fills is late', (async () => {}) as never, 'fill'],
])('nothing of a ring that was left stays buffered: %s', (_, fill, error) => {
  const posted: unknown[] = []
  const { receiver, sender } = halves(1 << 20, (message) => posted.push(message))
  // So that the next claim reaches the end of the ring.
  for (let count = 0; count < 3; count++) {
    sender.send(new Uint8Array(880), undefined)
    readAll(receiver)
  }
  sender.send('a backlog', undefined)
  for (let count = 0; count < 2; count++) sender.send('y'.repeat(200), undefined)
  expect(() => sender.sendFilled(950, fill)).toThrow(error)
  sender.send(LARGE, undefined)
  for (const message of posted.splice(0)) receiver.onMessage(message)
  expect(readAll(receiver).at(-1)).toBe(LARGE)
  expect(sender.bufferedAmount).toBe(0)
  expect(sender.isInOlderRings).toBe(false)
})

test('who fills later writes over no message, also where the stack was too full to leave the ring at once', () => {
  const posted: unknown[] = []
  let isFull = true
  const { receiver, sender } = halves(1 << 20, (message) => {
    if (isFull) throw new RangeError('Maximum call stack size exceeded')
    posted.push(message)
  })
  let kept: Uint8Array | undefined
  const fillLater = (async (bytes: Uint8Array) => void (kept = bytes)) as never
  expect(() => sender.sendFilled(100, fillLater)).toThrow('stack')
  isFull = false
  sender.send('a message of the length that was asked for', undefined)
  kept!.fill(0x55)
  for (const message of posted) receiver.onMessage(message)
  expect(readAll(receiver)).toEqual(['a message of the length that was asked for'])
})

test('a full stack is no want of memory: nothing ends by it', () => {
  const posted: unknown[] = []
  const { receiver, sender } = halves(1 << 20, (message) => posted.push(message))
  const memory = vi.spyOn(globalThis, 'SharedArrayBuffer').mockImplementation(function () {
    throw new RangeError('Maximum call stack size exceeded')
  } as never)
  expect(() => sender.sendFilled(100, (async () => {}) as never)).toThrow('stack')
  memory.mockRestore()
  sender.send('goes on', undefined)
  for (const message of posted) receiver.onMessage(message)
  expect(readAll(receiver)).toEqual(['goes on'])
})

test('a blocked thread is told of another ring by the next message, where the stack was too full for it at once', () => {
  const posted: unknown[] = []
  const { region, receiver, sender } = halves(1 << 20, (message) => posted.push(message))
  const wakes = vi.spyOn(Atomics, 'notify').mockImplementation(() => {
    throw new RangeError('Maximum call stack size exceeded')
  })
  sender.send('first', undefined)
  Atomics.store(region.words, CONSUMER_GATE, PARK_SYNC)
  expect(() => sender.send(LARGE, undefined)).toThrow('stack')
  wakes.mockRestore()
  sender.send('last', undefined)
  expect(Atomics.load(region.words, CONSUMER_GATE)).toBe(RUN)
  for (const message of posted) receiver.onMessage(message)
  expect(readAll(receiver)).toEqual(['first', 'last'])
  expect(sender.bufferedAmount).toBe(0)
})
