import { expect, test } from 'vitest'
import { nanosOf } from '../../src/runner/format.ts'

test.each([
  [0.5, '0.500 ns'],
  [999, '999 ns'],
  [999.6, '1.00 µs'],
  [1_234, '1.23 µs'],
  [999_700, '1.00 ms'],
  [999_900_000, '1.00 s'],
  [61_000_000_000, '61.0 s'],
])('%d ns are %s', (nanos, text) => {
  expect(nanosOf(nanos)).toBe(text)
})
