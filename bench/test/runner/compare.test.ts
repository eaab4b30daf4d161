import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compare, printComparison, readReport, requireCommonFile } from '../../src/runner/compare.ts'
import type { Report, Row } from '../../src/runner/report.ts'

function reportWith(ratios: readonly number[], name = 'case', broken: string | null = null): Report {
  const ratio = { median: 1, q1: 1, q3: 1 }
  const result = { ratio, rounds: { medians: ratios.map((value) => 100 / value), ratios } }
  const row = {
    file: 'a.bench.ts',
    suite: 's',
    name,
    baseline: 'base',
    result: broken === null ? result : null,
    broken,
  }
  return { format: 1, rows: [row as unknown as Row], load: { calibrationMs: [] } } as unknown as Report
}

/** A case without a baseline, on a machine that took so long for the same work. */
function aloneWith(nanos: readonly number[], calibrationMs: readonly number[], isLoaded = false): Report {
  const row = { file: 'a.bench.ts', suite: '', name: 'alone', baseline: null, broken: null }
  const result = { ratio: null, rounds: { medians: nanos, ratios: [] } }
  return {
    format: 1,
    rows: [{ ...row, result } as unknown as Row],
    load: { calibrationMs, isLoaded },
  } as unknown as Report
}

const verdictOf = (then: readonly number[], now: readonly number[]) =>
  compare(reportWith(then), reportWith(now)).changes[0]!.verdict

test('a fifth fewer in every round is slower, a fifth more is faster', () => {
  expect(verdictOf([2, 2.02, 1.98, 2.01, 1.99], [1.6, 1.62, 1.58, 1.61, 1.59])).toBe('slower')
  expect(verdictOf([1.6, 1.62, 1.58, 1.61, 1.59], [2, 2.02, 1.98, 2.01, 1.99])).toBe('faster')
})

test('one round that agrees with the other report is borne, two are not', () => {
  expect(verdictOf([2, 2, 2, 2, 1.55], [1.6, 1.5, 1.5, 1.5, 1.5])).toBe('slower')
  expect(verdictOf([2, 2, 2, 1.55, 1.55], [1.6, 1.6, 1.5, 1.5, 1.5])).toBe('same')
})

test('rounds that lie among each other, and changes of a twentieth, are none', () => {
  expect(verdictOf([1, 2, 3, 2, 1.5], [1.2, 2.5, 1.5, 1.8, 1.1])).toBe('same')
  expect(verdictOf([2, 2, 2, 2, 2], [1.92, 1.92, 1.92, 1.92, 1.92])).toBe('same')
})

test('cases that one of the two lacks are named, and broken ones are not compared', () => {
  const comparison = compare(reportWith([1], 'old'), reportWith([1], 'new'))
  expect(comparison).toEqual({ changes: [], added: ['a.bench.ts › s › new'], missing: ['a.bench.ts › s › old'] })
  expect(printComparison(comparison, 'then.json')).toContain('Not run: a.bench.ts › s › old')
  expect(compare(reportWith([1]), reportWith([1], 'case', 'it threw')).changes).toEqual([])
})

test('a file that is no report, and a report of other files, are refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'slipring-bench-'))
  try {
    const file = join(folder, 'report.json')
    writeFileSync(file, '{"rows": 1}')
    expect(() => readReport(file)).toThrow(`--compare: ${file} is no report of slipring-bench`)
    writeFileSync(file, 'no JSON')
    expect(() => readReport(file)).toThrow(`--compare: cannot read ${file}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  expect(() => requireCommonFile(reportWith([1]), ['b.bench.ts'])).toThrow('that report is of other files: a.bench.ts')
})

test('a time without a baseline is compared by what the machine took for the same work', () => {
  const before = aloneWith([100, 101, 99], [10, 10, 10])
  const verdictNow = (nanos: number[], calibrationMs: number[]) =>
    compare(before, aloneWith(nanos, calibrationMs)).changes[0]
  expect(verdictNow([200, 202, 198], [20, 20, 20])).toMatchObject({ factor: 1, verdict: 'same' })
  expect(verdictNow([200, 202, 198], [10, 10, 10])).toMatchObject({ factor: 0.5, verdict: 'slower' })
  const loaded = compare(before, aloneWith([200, 202, 198], [10], true)).changes[0]
  expect(loaded).toMatchObject({ factor: 1, verdict: 'same' })
  expect(verdictNow([100, 101, 99], [])).toMatchObject({ factor: 1, verdict: 'same' })
})
