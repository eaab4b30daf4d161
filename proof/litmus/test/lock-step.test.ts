import { expect, test } from 'vitest'
import { judge, tableOf } from '../judge.js'
import { startThread } from '../on-node.js'
import { runTest } from '../run.js'
import { tests } from './broken.js'
import { interesting } from '../outcomes.js'

const suite = new URL('broken.js', import.meta.url).href

const LIMIT_MS = 25_000

/** Runs it until something is wrong with it: on a busy machine threads may take turns for a while. */
async function judged(name: string): Promise<ReturnType<typeof judge>> {
  const broken = tests.find((one) => one.name === name)!
  const end = performance.now() + LIMIT_MS
  for (let seed = 1; ; seed++) {
    const judgement = judge(broken, await runTest(broken, { start: startThread, suite, seed, ms: 300 }))
    if ((judgement.total > 0 && judgement.faults.length > 0) || performance.now() > end) return judgement
  }
}

test('two actors that are not atomic are caught', async () => {
  const { faults, total, rows } = await judged('lost update')
  expect(faults).toEqual([expect.stringMatching(/^one is lost \(forbidden\) \d+ times$/)])
  expect(total).toBe(rows.reduce((sum, { count }) => sum + count, 0))
})

test('a lost wake-up is caught', async () => {
  const { faults } = await judged('a sleeper that does not look again')
  expect(faults).toEqual([expect.stringMatching(/^slept on \(forbidden\) \d+ times$/)])
})

test('an outcome that nobody listed is a fault, and stands in the table', async () => {
  const judgement = await judged('unlisted')
  expect(judgement.faults).toEqual([expect.stringMatching(/^0,0 \(unlisted\) \d+ times$/)])
  expect(tableOf(judgement)).toMatch(/^ +\d+ {2}unlisted +0,0/m)
})

test('an error of an actor ends the test, although the other thread waits for it', async () => {
  await expect(judged('throwing')).rejects.toThrow(new RangeError('no more'))
})

test('a test without a single race fails', () => {
  expect(judge(tests[0]!, {}).faults).toEqual(['not one race was run'])
})

test('an overlap that did not come up is said', () => {
  const outcomes = [interesting([0], 'both at once', '')] as const
  const judgement = judge({ ...tests[0]!, outcomes }, {})
  expect(judgement.unseen).toEqual(['both at once'])
  expect(tableOf(judgement)).toContain('not seen here: both at once')
})
