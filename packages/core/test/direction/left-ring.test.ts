import { expect, test } from 'vitest'
import type { Receiver } from '../../src/direction/receiver.ts'
import { isStatus } from '../../src/direction/status.ts'
import { sendFilled } from '../../src/direction/bytes-in-place.ts'
import { halves } from './halves.ts'

// A claim that comes to nothing may leave padding to the end of the ring. When the sender then leaves that ring, no record
// goes past the padding, and it counted as buffered for ever.

function readAll(receiver: Receiver): unknown[] {
  const values: unknown[] = []
  for (let value = receiver.next(); !isStatus(value); value = receiver.next()) values.push(value)
  receiver.publishRelease()
  return values
}

const FAILURE = new Error('thrown by fill')
const LARGE = 'x'.repeat(3000)

test.each<[string, fill: (bytes: Uint8Array) => void, error: string]>([
  [
    'fill throws',
    () => {
      throw FAILURE
    },
    'thrown by fill',
  ],
  ['fill is asynchronous', (async () => {}) as never, 'fill'],
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
  expect(() => sendFilled(sender, 950, fill)).toThrow(error)
  sender.send(LARGE, undefined)
  for (const message of posted.splice(0)) receiver.onMessage(message)
  expect(readAll(receiver).at(-1)).toBe(LARGE)
  expect(sender.lookAtBuffered()).toBe(0)
  expect(sender.rings.isInOlderRings).toBe(false)
})
