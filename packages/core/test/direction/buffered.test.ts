import { expect, test } from 'vitest'
import { Buffered } from '../../src/direction/buffered.ts'
import { CONSUMER_POSITION, PRODUCER_POSITION } from '../../src/memory/layout.ts'
import { createRegion, type Region } from '../../src/memory/region.ts'

function ring(published: number, released = 0): Region {
  const region = createRegion({ capacity: 4096 })
  Atomics.store(region.words, PRODUCER_POSITION, published)
  Atomics.store(region.words, CONSUMER_POSITION, released)
  return region
}

test('a ring that was left and is drained is kept by nobody, though an older one holds what waits', () => {
  const [first, second, third] = [ring(64), ring(128, 120), ring(32)] as const
  const buffered = new Buffered(first)
  buffered.moveTo(second)
  buffered.moveTo(third)
  expect(buffered.look()).toBe(64 + 8 + 32)
  Atomics.store(second.words, CONSUMER_POSITION, 128)
  expect(buffered.look()).toBe(64 + 32)
  // The second ring is drained. This position would count only if `look` still asked that ring.
  Atomics.store(second.words, PRODUCER_POSITION, 256)
  expect(buffered.look()).toBe(64 + 32)
  expect([buffered.findOldest(), buffered.hasOlder]).toEqual([first.words, true])
  Atomics.store(first.words, CONSUMER_POSITION, 64)
  expect([buffered.look(), buffered.hasOlder]).toEqual([32, false])
})
