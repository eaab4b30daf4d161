import { expect, test } from 'vitest'
import { PUBLISHED_TABLES } from '../src/published/claims.ts'
import { documentOf, holds, measuredRatio } from '../src/published/document.ts'
import type { Report } from '../src/report.ts'
import type { Row } from '../src/rows.ts'
import { suites } from '../src/suites.ts'

const claims = PUBLISHED_TABLES.flatMap((table) => table.claims)

const row = (workload: string, system: string, ratio: number): Row =>
  ({ workload, part: 'encode', system, baseline: 'JSON', ratio: { median: ratio, q1: ratio, q3: ratio } }) as Row

const report = (rows: Row[]): Report => ({
  suite: 'codec-rivals',
  place: 'node',
  command: 'npm run bench -- codec-rivals',
  quick: true,
  rounds: 1,
  seconds: 1,
  date: '2026-11-28T00:00:00.000Z',
  machine: { cpu: 'a processor', cores: 2, memoryGiB: 4, system: 'Linux', loadAverage: 0 },
  versions: { Node: '24' },
  load: { isLoaded: true, reasons: ['busy'], repeats: 0, calibrationMs: [], pingMicros: [], foreignProcessors: null },
  method: '',
  notes: [],
  isByPart: false,
  rows,
})

test('every claim names a suite that has its workload, its part and both systems', () => {
  for (const { suite: name, workload, part, system, over } of claims) {
    const { workloads, systems, groups } = suites.find((suite) => suite.name === name)!
    expect(workloads).toContain(workload)
    expect(groups.flatMap((group) => group.parts.map((one) => one.name))).toContain(part)
    for (const one of [system, over]) expect(systems.map((candidate) => candidate.name)).toContain(one)
  }
})

test('a ratio of two systems is that of their ratios to the baseline, which is 1 to itself', () => {
  const rows = [row('tiny', 'JSON', 1), row('tiny', 'slipring', 6), row('tiny', 'msgpackr', 1.5)]
  const common = { suite: 'codec-rivals', workload: 'tiny', part: 'encode', published: 2 } as const
  const reports = [{ suite: 'codec-rivals', rows }]
  expect(measuredRatio({ ...common, system: 'slipring', over: 'msgpackr' }, reports)).toBe(4)
  expect(measuredRatio({ ...common, system: 'slipring', over: 'JSON' }, reports)).toBe(6)
  expect(measuredRatio({ ...common, system: 'JSON', over: 'slipring' }, reports)).toBeCloseTo(1 / 6)
  expect(measuredRatio({ ...common, system: 'bson', over: 'JSON' }, reports)).toBe(undefined)
  expect(measuredRatio({ ...common, suite: 'schema', system: 'slipring', over: 'JSON' }, reports)).toBe(undefined)
})

test.each([
  [2, 3, true],
  [0.5, 0.9, true],
  [2, 0.5, false],
  [0.5, 2, false],
  [2, 1.04, false],
  [0.5, 0.96, false],
])('published %d, measured %d: holds is %s', (published, measured, expected) => {
  expect(holds(published, measured)).toBe(expected)
})

test('the page tells what holds, what does not, what nobody has measured, and that the machine was busy', () => {
  const text = documentOf([report([row('tiny', 'JSON', 1), row('tiny', 'slipring', 6), row('tiny', 'msgpackr', 1.5)])])
  expect(text).toContain('Measured on a busy machine: 1 of 1 runs were disturbed.')
  expect(text).toMatch(/\| tiny +\| encode +\|.*\| 0\.40x \| 4\.00x \| no/)
  expect(text).toContain('**No longer true:** 0 of 1 ratios point the same way today')
  expect(text).toContain('Nothing of it has been measured.')
  expect(text).toContain('not measured')
})
