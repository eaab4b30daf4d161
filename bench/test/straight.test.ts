import { expect, test } from 'vitest'
import { codecSuite } from '../src/codec/suite.ts'
import { runCellInNode } from '../src/node-cell.ts'
import { rowsOf } from '../src/rows.ts'
import { runPlan, type Series } from '../src/schedule.ts'

const ROUNDS_AT_ONCE = 6
const MOST_ROUNDS = 36
const TOLERANCE = 0.05

// The same system under two names. A machine that is busy with other tests takes more rounds to be fair.
test('the ruler is straight: the same system twice has ratios within 0.95 and 1.05', { timeout: 120_000 }, async () => {
  const series = await measureTwins()
  for (let rounds = ROUNDS_AT_ONCE; rounds < MOST_ROUNDS; rounds += ROUNDS_AT_ONCE) {
    if (ratiosOf(series).every(isNearOne)) break
    for (const [i, { readings }] of (await measureTwins()).entries()) series[i]!.readings.push(...readings)
  }
  expect(ratiosOf(series)).toHaveLength(2)
  for (const ratio of ratiosOf(series)) expect(Math.abs(ratio - 1)).toBeLessThanOrEqual(TOLERANCE)
})

function measureTwins(): Promise<Series[]> {
  return runPlan({
    suite: 'codec',
    groups: [{ parts: codecSuite.groups[0]!.parts.filter((part) => part.baseline === 'JSON'), repeats: 1 }],
    contestants: ['JSON', 'twin'].map((label) => ({ label, system: 'JSON' })),
    workloads: ['Ticker'],
    rounds: ROUNDS_AT_ONCE,
    windowMs: 40,
    warmUpMs: 60,
    runCell: runCellInNode,
  })
}

function ratiosOf(series: readonly Series[]): number[] {
  const rows = rowsOf(series).filter((row) => row.system === 'twin')
  return rows.map((row) => row.ratio?.median ?? Number.NaN)
}

function isNearOne(ratio: number): boolean {
  return Math.abs(ratio - 1) <= TOLERANCE
}
