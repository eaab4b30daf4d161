import { expect, test } from 'vitest'
import { describeMachine } from '../src/machine.ts'
import { markdownOf } from '../src/markdown.ts'
import { describe, printReport, type Report } from '../src/report.ts'
import type { Row } from '../src/rows.ts'

const row: Row = {
  workload: 'tiny',
  part: 'encode',
  unit: 'ns',
  system: 'slipring',
  value: { median: 50, q1: 48, q3: 53 },
  ratio: { median: 4.2, q1: 4, q3: 4.5 },
  baseline: 'JSON',
  p50: 49,
  p99: 60,
  cpuMicros: 0.05,
  bytes: 12,
  isLossy: false,
  broken: null,
  turns: [50],
}

const report: Report = {
  suite: 'codec',
  place: 'node',
  command: 'npm run bench -- codec',
  quick: false,
  rounds: 5,
  seconds: 60,
  date: '2026-11-21T00:00:00.000Z',
  machine: describeMachine(),
  versions: { Node: '24.21.0' },
  load: { isLoaded: false, reasons: [], repeats: 0, calibrationMs: [], pingMicros: [], foreignProcessors: 0 },
  method: 'The method.',
  notes: [],
  isByPart: false,
  rows: [
    row,
    { ...row, workload: 'User', isLossy: true },
    { ...row, system: 'JSON', value: null, ratio: null, bytes: 24, broken: 'gone' },
  ],
}

test('describe() tells how near the cores were, where that was measured', () => {
  expect(describe(report)).not.toContain('A word')
  expect(describe({ ...report, load: { ...report.load, pingMicros: [0.57, 0.125, 0.13] } })).toContain(
    ' A word from core to core and back: 0.125 to 0.570 µs, median 0.130.\n',
  )
})

test('of one round no spread is written', () => {
  const once = { ...row, ratio: { median: 4.2, q1: 4.2, q3: 4.2 } }
  expect(markdownOf({ ...report, rounds: 1, rows: [once] })).toContain('| slipring | **4.20x** |')
})

test('markdownOf() is a table of systems by workloads for every part', () => {
  expect(markdownOf(report).split('\n\n').slice(-4).join('\n\n').split('\n')).toEqual([
    '**encode**: JSON in ns (less is better), the others as ratios to it (above 1 is better)',
    '',
    '| system | tiny | User |',
    '| --- | ---: | ---: |',
    '| slipring | **4.20x** ±6 % | **4.20x** ±6 % (lossy) |',
    '| JSON | broken | - |',
    '',
    '**bytes** of a message; part of those of JSON',
    '',
    '| system | tiny | User |',
    '| --- | ---: | ---: |',
    '| slipring | 12.0, 50 % | 12.0 |',
    '| JSON | 24.0, 100 % | - |',
  ])
})

// Ratios are medians of ratios by turns, from which the medians of the values may differ.
test('a cell holds a ratio, or the value of the baseline, and never both', () => {
  const baseline = {
    ...row,
    system: 'JSON',
    value: { median: 200, q1: 199, q3: 201 },
    ratio: { median: 1, q1: 1, q3: 1 },
  }
  const written = markdownOf({ ...report, rows: [row, baseline, { ...row, system: 'alone', ratio: null }] })
  expect(written).toContain('| slipring | **4.20x** ±6 % |')
  expect(written).toContain('| JSON | 200 ±1 % |')
  expect(written).toContain('| alone | 50.0 ±5 % |')
})

test('a count is written without a fraction that it has not, and of nothing there is no spread', () => {
  const counted = { ...row, unit: 'messages' as const, ratio: null }
  const written = markdownOf({
    ...report,
    rows: [
      { ...counted, value: { median: 12, q1: 12, q3: 12 } },
      { ...counted, system: 'JSON', value: { median: 0, q1: 0, q3: 3 } },
      { ...counted, system: 'alone', value: { median: 34_567, q1: 34_567, q3: 34_567 } },
    ],
  })
  for (const line of ['| slipring | 12 |', '| JSON | 0 |', '| alone | 34,567 |']) expect(written).toContain(line)
})

test('the table of the terminal has the ratio of its values beside that by turns', () => {
  const baseline = {
    ...row,
    system: 'JSON',
    value: { median: 200, q1: 199, q3: 201 },
    ratio: { median: 1, q1: 1, q3: 1 },
  }
  const lines = printReport({ ...report, rows: [row, baseline] }).split('\n')
  const cells = lines
    .find((line) => line.includes('slipring'))!
    .split('│')
    .map((cell) => cell.trim())
  expect(cells).toEqual(expect.arrayContaining(['50.0 ns', '4.00x', '4.20x', '4.00 … 4.50']))
  const rate = { ...row, unit: 'msg/s' as const }
  const rates = printReport({ ...report, rows: [rate, { ...rate, ...baseline, unit: 'msg/s' as const }] })
  expect(rates.split('\n').find((line) => line.includes('slipring'))).toContain('│ 0.25x │')
})

test('both reports say that the machine was loaded, and which rows are broken', () => {
  const loaded = { ...report, load: { ...report.load, isLoaded: true, reasons: ['others were busy'] } }
  expect(printReport(loaded)).toContain('INVALID: machine was loaded: others were busy')
  expect(printReport(loaded)).toContain('BROKEN: tiny, encode, JSON: gone')
  expect(markdownOf(loaded)).toContain('**INVALID: machine was loaded**: others were busy.')
  expect(printReport(report)).not.toContain('INVALID')
})

test('markdownOf() of few systems is a table of parts for every workload, after what follows from them', () => {
  const baseline = { ...row, system: 'JSON', ratio: { median: 1, q1: 1, q3: 1 } }
  const rows = [row, baseline, { ...row, part: 'ready', unit: 'ms' as const }]
  const text = markdownOf({ ...report, rows, notes: ['It is so.'], isByPart: true })
  expect(text).toContain('It is so.\n\n**tiny**')
  expect(
    text
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .slice(0, 4),
  ).toEqual([
    '| part | slipring | JSON |',
    '| --- | ---: | ---: |',
    '| encode, ns | **4.20x** ±6 % | 50.0 ±5 % |',
    '| ready, ms | **4.20x** ±6 % | - |',
  ])
})
