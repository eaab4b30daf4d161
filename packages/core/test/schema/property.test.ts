import { assert, integer, property } from 'fast-check'
import { test } from 'vitest'
import { checkPairs, PAIRS } from './pairs.ts'

const SEEDS = 100

test(`${SEEDS * PAIRS} random values of ${SEEDS} random schemas: both back ends write the same bytes and read them back`, () => {
  const check = property(integer(), (seed) => {
    checkPairs(seed)
  })
  assert(check, { numRuns: SEEDS, endOnFailure: true })
})
