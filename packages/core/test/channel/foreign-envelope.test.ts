import { expect, test } from 'vitest'
import { IN_LANE } from '../../src/channel/receiver.ts'
import { halves } from './halves.ts'

// An exception would be one of the native port's event: nobody could catch it.
test.each([
  [1n, 0],
  ['1', 0],
  [0, 3n],
  [undefined, 0],
])('what looks like an envelope, but has %s for a number and %s for a kind, is a foreign message', (sequence, kind) => {
  const { receiver } = halves(4096)
  expect(receiver.onMessage(['token', 7, 0, new Uint8Array(1)])).toBe(true)
  expect(receiver.onMessage(['token', sequence, kind, new Uint8Array(1)])).toBe(false)
  // Of the sender's own only the one behind a gap has come.
  expect(receiver.next()).toBe(IN_LANE)
})
