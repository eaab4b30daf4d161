import { expect, test } from 'vitest'
import { codecSuite } from '../src/codec/suite.ts'
import { runCellInNode } from '../src/node-cell.ts'
import { rowsOf } from '../src/rows.ts'
import { runPlan } from '../src/schedule.ts'

const FEWEST_ROUNDS = 5
const MOST_ROUNDS = 40
const TOLERANCE = 0.1

// The same system under two names. A machine that is busy with other tests takes more rounds to be fair.
test('the ruler is straight: the same system twice has ratios within 0.9 and 1.1', { timeout: 120_000 }, async () => {
  let ratios: (number | undefined)[] = []
  for (let rounds = FEWEST_ROUNDS; rounds <= MOST_ROUNDS; rounds *= 2) {
    ratios = await ratiosOfTwins(rounds)
    if (ratios.every(isNearOne)) break
  }
  expect(ratios).toHaveLength(2)
  for (const ratio of ratios) expect(Math.abs((ratio ?? 0) - 1)).toBeLessThanOrEqual(TOLERANCE)
})

async function ratiosOfTwins(rounds: number): Promise<(number | undefined)[]> {
  const parts = codecSuite.groups[0]!.parts.filter((part) => part.baseline === 'JSON')
  const series = await runPlan({
    suite: 'codec',
    groups: [{ parts, repeats: 1 }],
    contestants: ['JSON', 'twin'].map((label) => ({ label, system: 'JSON' })),
    workloads: ['Book'],
    rounds,
    windowMs: 40,
    warmUpMs: 60,
    runCell: runCellInNode,
  })
  return rowsOf(series)
    .filter((row) => row.system === 'twin')
    .map((row) => row.ratio?.median)
}

function isNearOne(ratio: number | undefined): boolean {
  return ratio !== undefined && Math.abs(ratio - 1) <= TOLERANCE
}
