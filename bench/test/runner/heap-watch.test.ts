import { expect, test } from 'vitest'
import { newHeapWatch } from '../../src/runner/heap-watch.ts'

const OBJECTS = 1_500_000
/** A header, two lists that are empty, and three fields. */
const BYTES_EACH = 48

test('allocated bytes are counted, whether or not they have been collected meanwhile', () => {
  const watch = newHeapWatch()!
  let kept: object = {}
  watch.begin()
  for (let a = 0; a < OBJECTS; a++) kept = { a, b: kept === undefined, c: null }
  const { bytes, collections, pauseNanos } = watch.end()
  expect(kept).toEqual({ a: OBJECTS - 1, b: false, c: null })
  expect(collections).toBeGreaterThan(0)
  expect(pauseNanos).toBeGreaterThan(0)
  expect(bytes / OBJECTS / BYTES_EACH).toBeGreaterThan(0.9)
  expect(bytes / OBJECTS / BYTES_EACH).toBeLessThan(1.5)
})

test('a watch that begins once more forgets what was before', () => {
  const watch = newHeapWatch()!
  watch.begin()
  const kept = Array.from({ length: 1_000_000 }, (_, place) => [place])
  watch.begin()
  const { bytes } = watch.end()
  expect(kept).toHaveLength(1_000_000)
  expect(bytes).toBeLessThan(8_000_000)
})
