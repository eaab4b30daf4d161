import { expect, test } from 'vitest'
import { codecSuite } from '../src/codec/suite.ts'
import { runCellInNode } from '../src/node-cell.ts'
import { rowsOf, type Summary } from '../src/rows.ts'
import { runPlan, type Series } from '../src/schedule.ts'

const ROUNDS_AT_ONCE = 6
const MOST_ROUNDS = 36
const TOLERANCE = 0.05

// The same system under two names. A machine that is busy with other tests takes more rounds to be fair, and is too unsteady to
// judge by its median where the middle half of its rounds is wider than what is asked; a ruler that is not straight errs in all.
test('the ruler is straight: the same system twice has ratios within 0.95 and 1.05', async () => {
  const series = await measureTwins()
  for (let rounds = ROUNDS_AT_ONCE; rounds < MOST_ROUNDS; rounds += ROUNDS_AT_ONCE) {
    if (ratiosOf(series).every(({ median }) => isNearOne(median))) break
    for (const [i, { readings }] of (await measureTwins()).entries()) series[i]!.readings.push(...readings)
  }
  const ratios = ratiosOf(series)
  expect(ratios).toHaveLength(2)
  for (const { median, q1, q3 } of ratios) {
    if (isNearOne(median)) continue
    console.warn(
      `The machine is unsteady: the same twice has ${median.toFixed(3)} (${q1.toFixed(3)} to ${q3.toFixed(3)})`,
    )
    expect(q1).toBeLessThanOrEqual(1)
    expect(q3).toBeGreaterThanOrEqual(1)
  }
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

function ratiosOf(series: readonly Series[]): Summary[] {
  const twins = rowsOf(series).filter(({ system }) => system === 'twin')
  return twins.map(({ ratio }) => ratio).filter((ratio) => ratio !== null)
}

function isNearOne(ratio: number): boolean {
  return Math.abs(ratio - 1) <= TOLERANCE
}
