import { expect, test } from 'vitest'
import type { Row } from '../src/rows.ts'
import { type Summarised, summaryOf } from '../src/summary.ts'
import { suites } from '../src/suites.ts'

const groups = [{ repeats: 1, parts: [{ name: 'encode', unit: 'ns', better: 'less', baseline: 'JSON' }] }] as const

const rowOf = (workload: string, ratio: number): Row =>
  ({
    workload,
    part: 'encode',
    system: 'slipring',
    baseline: 'JSON',
    ratio: { median: ratio, q1: ratio, q3: ratio },
  }) as Row

const reportOf = (rows: readonly Row[]): Summarised => ({
  suite: 'codec',
  place: 'node',
  rows,
  date: '2026-11-28T00:00:00.000Z',
  rounds: 5,
  notes: [],
  isByPart: false,
  load: { isLoaded: false, reasons: [] },
})

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('| '))

test('a short table has the workloads that its suite names', () => {
  const rows = [rowOf('tiny', 3), rowOf('User', 2), rowOf('Book', 0.5)]
  expect(linesOf(summaryOf(reportOf(rows), { groups, shortWorkloads: ['tiny', 'Book'] }))).toEqual([
    '| to JSON | encode |',
    '| --- | ---: |',
    '| tiny | **3.00x** |',
    '| Book | **0.50x** |',
  ])
})

test('a short table has all workloads where its suite names none of them, and of very many the slowest', () => {
  const rows = Array.from({ length: 40 }, (_, place) => rowOf(`number ${place}`, place + 1))
  expect(linesOf(summaryOf(reportOf(rows.slice(0, 3)), { groups, shortWorkloads: ['tiny'] }))).toHaveLength(5)
  const long = linesOf(summaryOf(reportOf(rows), { groups }))
  expect(long).toHaveLength(14)
  expect(long[2]).toBe('| number 0 | **1.00x** |')
})

test('every short workload is one of its suite, and no short table has more than nine columns', () => {
  for (const { name, workloads, shortWorkloads = [], groups: all, isByPart } of suites) {
    expect(workloads, name).toEqual(expect.arrayContaining([...shortWorkloads]))
    const parts = all.flatMap((group) => group.parts.filter(({ hasNoRatio }) => hasNoRatio === undefined))
    const columns = workloads.length === 1 ? 1 : isByPart === true ? workloads.length : parts.length
    expect(columns, name).toBeLessThan(9)
  }
})
