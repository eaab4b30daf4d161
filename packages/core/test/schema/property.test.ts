import { assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { checkPairs, PAIRS } from './pairs.ts'
import { amountOfRun } from '../../../../tools/short-run.mjs'

const SEEDS = amountOfRun(100)

test(`${SEEDS * PAIRS} random values of ${SEEDS} random schemas: both back ends write the same bytes and read them back`, () => {
  const check = property(integer(), (seed) => {
    checkPairs(seed)
  })
  assert(check, { numRuns: SEEDS, endOnFailure: true })
})

// Found by the soak: spoiled bytes name a class that is not known.
test('a view of any refuses an instance of an unknown class with a DecodeError, as decode() does', () => {
  expect(() => checkPairs(203_767)).not.toThrow()
})
