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

test('fewer than five rounds then or now tell nothing: it is said how many it takes', () => {
  expect(verdictOf([2, 2.02], [1, 1.02])).toBe('unknown')
  expect(verdictOf([2, 2, 2, 2, 2], [1, 1, 1, 1])).toBe('unknown')
  const comparison = compare(reportWith([2, 2.02]), reportWith([1, 1, 1, 1, 1]))
  expect(printComparison(comparison, 'then.json')).toBe(
    'Compared with then.json: 0 cases, none changed.\n' +
      'CANNOT TELL: a.bench.ts › s › case: rounds then: 2, now: 5; it takes 5 in both: --rounds 5',
  )
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
  const before = aloneWith([100, 101, 99, 100, 100], [10, 10, 10])
  const verdictNow = (nanos: number[], calibrationMs: number[]) =>
    compare(before, aloneWith(nanos, calibrationMs)).changes[0]
  const twice = [200, 202, 198, 200, 200]
  expect(verdictNow(twice, [20, 20, 20])).toMatchObject({ factor: 1, verdict: 'same' })
  expect(verdictNow(twice, [10, 10, 10])).toMatchObject({ factor: 0.5, verdict: 'slower' })
  const reason = 'only its times can be compared, and there is no calibration of a calm machine then and now'
  expect(compare(before, aloneWith(twice, [10], true)).changes[0]).toMatchObject({ verdict: 'unknown', reason })
  expect(verdictNow(twice, [])).toMatchObject({ verdict: 'unknown' })
})

function reportOf(all: Readonly<Record<string, { nanos: number; calibrationMs: number; isLoaded?: boolean }>>) {
  const alone = Object.entries(all).map(([place, { nanos, calibrationMs, isLoaded }]) => ({
    place,
    report: aloneWith([nanos, nanos, nanos, nanos, nanos], [calibrationMs], isLoaded),
  }))
  return {
    ...aloneWith(
      [],
      Object.values(all).map(({ calibrationMs }) => calibrationMs),
    ),
    loads: Object.fromEntries(alone.map(({ place, report }) => [place, report.load])),
    rows: alone.flatMap(({ place, report }) => report.rows.map((row) => ({ ...row, place }))),
  }
}

test('the times of each runtime are compared by its own calibration, whatever another took', () => {
  const then = reportOf({ bun: { nanos: 100, calibrationMs: 10 }, deno: { nanos: 100, calibrationMs: 30 } })
  const now = reportOf({ bun: { nanos: 100, calibrationMs: 10 }, deno: { nanos: 200, calibrationMs: 60 } })
  expect(compare(then, now).changes).toMatchObject([
    { place: 'bun › a.bench.ts › alone', factor: 1, verdict: 'same' },
    { place: 'deno › a.bench.ts › alone', factor: 1, verdict: 'same' },
  ])
  const busy = reportOf({
    bun: { nanos: 100, calibrationMs: 10 },
    deno: { nanos: 200, calibrationMs: 60, isLoaded: true },
  })
  expect(compare(then, busy).changes.map(({ verdict }) => verdict)).toEqual(['same', 'unknown'])
})
