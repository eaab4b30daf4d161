import { expect, test } from 'vitest'
import { MOST_FETCHED } from '../../src/direction/fetch.ts'
import { IN_LANE } from '../../src/direction/status.ts'
import { OUT_OF_BAND } from '../../src/memory/layout.ts'
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

test('a sender that counts what never comes, and posts others without end, holds nobody for ever', () => {
  let polled = 0
  const { region, receiver } = halves(4096, undefined, () => ({ message: polled++ }))
  Atomics.store(region.words, OUT_OF_BAND, 5)
  expect(receiver.next()).toBe(IN_LANE)
  expect(polled).toBeLessThanOrEqual(MOST_FETCHED)
})
