import { expect, test } from 'vitest'
import type { Row } from '../src/rows.ts'
import { verdictsOn } from '../src/straightness/suite.ts'

const row = (system: string, median: number, q1: number, q3: number): Row =>
  ({ workload: 'User', part: 'echo 1', system, ratio: { median, q1, q3 } }) as Row

test('a ratio of a system to itself is straight within a twentieth, unsteady around 1, and else an error', () => {
  expect(verdictsOn([row('slipring again', 1.05, 1.02, 1.08)])).toEqual([
    'Straight: User, echo 1: 1.050 (1.020 to 1.080).',
  ])
  expect(verdictsOn([row('slipring again', 0.9, 0.7, 1.3)])).toEqual([
    'Unsteady: User, echo 1: 0.900 (0.700 to 1.300).',
  ])
  expect(verdictsOn([row('slipring again', 1.2, 1.1, 1.3)])).toEqual([
    'NOT STRAIGHT: User, echo 1: 1.200 (1.100 to 1.300).',
  ])
  expect(verdictsOn([row('slipring again', 0.8, 0.7, 0.9)])).toEqual([
    'NOT STRAIGHT: User, echo 1: 0.800 (0.700 to 0.900).',
  ])
})

test('the system itself has no ratio to judge', () => {
  expect(verdictsOn([{ ...row('slipring', 1, 1, 1), ratio: null }])).toEqual([])
})
