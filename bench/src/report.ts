/** The report of the ruler, as a table for a terminal. */

import Table from 'cli-table3'
import type { Verdict } from './load.ts'
import type { Machine } from './machine.ts'
import type { Row, Summary } from './rows.ts'
import { median } from './statistics.ts'
import { isCount, isRate, type Part } from './suite.ts'

export interface Report {
  readonly suite: string
  /** 'node', or a browser. */
  readonly place: string
  /** The command that gives the same. */
  readonly command: string
  readonly quick: boolean
  readonly rounds: number
  readonly seconds: number
  /** When it ended, as an ISO date. */
  readonly date: string
  readonly machine: Machine
  /** Of everything that took part. */
  readonly versions: Readonly<Record<string, string>>
  readonly load: Verdict
  readonly method: string
  /** Conclusions from the rows. */
  readonly notes: readonly string[]
  /** The document has a table for each workload, read downwards. */
  readonly isByPart: boolean
  readonly rows: readonly Row[]
}

const HEAD = [
  'workload',
  'part',
  'system',
  'value',
  'quartiles',
  'p50',
  'p99',
  'CPU µs',
  'bytes',
  'ratio',
  'by turns',
  'quartiles',
  '',
]

export function printReport(report: Report): string {
  const colAligns = HEAD.map((_, column) => (column < 3 ? ('left' as const) : ('right' as const)))
  const table = new Table({ head: HEAD, colAligns, style: { head: [], border: [], compact: true } })
  for (const row of report.rows) table.push(cellsOf(row, report.rows))
  const broken = report.rows.filter((row) => row.broken !== null)
  const lines = [
    table.toString(),
    ...reasonsOf(report.rows),
    ...broken.map((row) => `BROKEN: ${row.workload}, ${row.part}, ${row.system}: ${row.broken}`),
    ...(report.load.isLoaded ? [`INVALID: machine was loaded: ${report.load.reasons.join('; ')}`] : []),
    ...(report.quick ? ['Quick: fewer rounds and workloads. This is a check, not a measurement.'] : []),
    '',
    ...report.notes,
    report.method,
    'value: median over the rounds, with quartiles. ratio: of the values, to the baseline, above 1 is better. by turns: median',
    'of the ratios to the baseline in the same moments, with quartiles, which is the more exact one.',
    '',
    describe(report),
  ]
  return lines.join('\n')
}

/** More are a list that nobody reads. */
const MOST_NAMES = 6

/** Why systems do not take part, and what others alter: a sentence for each. */
export function reasonsOf(rows: readonly Row[]): string[] {
  const cannot = rows.flatMap((row) => (row.cannot === undefined ? [] : [{ ...row, text: row.cannot }]))
  const alters = rows.flatMap((row) => (row.alters === undefined ? [] : [{ ...row, text: `alters ${row.alters}` }]))
  const byReason = Map.groupBy([...cannot, ...alters], ({ text }) => text)
  return [...byReason].flatMap(([text, told]) => {
    // Systems of which the same is told in the same workloads share a sentence.
    const bySystem = Map.groupBy(told, ({ system }) => system)
    const byPlace = Map.groupBy(bySystem, ([, own]) => workloadsOf(own).join(', '))
    return [...byPlace.values()].map((those) => {
      const systems = shortList(those.map(([system]) => system))
      return `${systems}: ${text} (${shortList(workloadsOf(those[0]![1]))})`
    })
  })
}

function workloadsOf(rows: readonly Row[]): string[] {
  return unique(rows.map(({ workload }) => workload))
}

/** The cells of a table show which the others are. */
function shortList(names: readonly string[]): string {
  const others = names.length - MOST_NAMES
  return others <= 1 ? names.join(', ') : `${names.slice(0, MOST_NAMES).join(', ')} and ${others} others`
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)]
}

/** Of other packages only those are named that take part. */
const ALWAYS_NAMED: ReadonlySet<string> = new Set(['Node', 'Chromium', 'Firefox', 'Bun', 'Deno', 'Slipring', 'mitata'])

/** Machine, versions and circumstances, in two sentences. */
export function describe({ machine, versions, rows, rounds, seconds, date, load, place }: Report): string {
  const names = Object.entries(versions)
    .filter(([name]) => ALWAYS_NAMED.has(name) || rows.some(({ system }) => system.startsWith(name)))
    .map(([name, version]) => `${name} ${version}`)
  const foreign = load.foreignProcessors === null ? '' : `, others used ${load.foreignProcessors.toFixed(2)} processors`
  const repeats = load.repeats === 0 ? '' : `, ${load.repeats} disturbed turns taken again`
  return `Machine: ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.system}${foreign}${repeats}.${describePing(load.pingMicros)}
In ${place}: ${names.join(', ')}. ${rounds === 1 ? '1 round' : `${rounds} rounds`}, ${seconds.toFixed(0)} s, ${date.slice(0, 10)}.`
}

/** How near the two cores were to each other. */
function describePing(micros: readonly number[]): string {
  if (micros.length === 0) return ''
  const [least, most] = [Math.min(...micros), Math.max(...micros)]
  return ` A word from core to core and back: ${numberOf(least)} to ${numberOf(most)} µs, median ${numberOf(median(micros))}.`
}

/** A value in the unit of its part: three digits, and of what is counted no fraction that there is not. */
export function amountOf(value: number, unit: Part['unit']): string {
  return isCount(unit) && value < 1_000 ? String(Number(value.toPrecision(3))) : numberOf(value)
}

export function numberOf(value: number): string {
  if (value >= 1_000) return Math.round(value).toLocaleString('en-US')
  return value.toPrecision(3)
}

export function ratioOf(value: number): string {
  return `${value < 10 ? value.toFixed(2) : value.toFixed(1)}x`
}

/** How many times better the median is than that of the baseline. */
function ratioOfMedians({ workload, part, unit, value, baseline }: Row, rows: readonly Row[]): number | null {
  const base = rows.find((row) => row.workload === workload && row.part === part && row.system === baseline)?.value
  if (value === null || base === null || base === undefined) return null
  return isRate(unit) ? value.median / base.median : base.median / value.median
}

function cellsOf(row: Row, rows: readonly Row[]): string[] {
  const { workload, part, system, value, ratio, unit } = row
  const mark = row.isLossy ? 'lossy' : ''
  if (value === null)
    return [workload, part, system, row.broken === null ? 'cannot' : 'BROKEN', ...Array<string>(8).fill(''), mark]
  const ofMedians = ratio === null ? null : ratioOfMedians(row, rows)
  return [
    workload,
    part,
    system,
    `${amountOf(value.median, unit)} ${unit}`,
    rangeOf(value, (number) => amountOf(number, unit)),
    orDash(row.p50),
    orDash(row.p99),
    orDash(row.cpuMicros),
    orDash(row.bytes),
    ofMedians === null ? '-' : ratioOf(ofMedians),
    ratio === null ? '-' : ratioOf(ratio.median),
    ratio === null ? '-' : rangeOf(ratio, (number) => number.toFixed(2)),
    mark,
  ]
}

function rangeOf({ q1, q3 }: Summary, format: (value: number) => string): string {
  return `${format(q1)} … ${format(q3)}`
}

function orDash(value: number | null): string {
  return value === null ? '-' : numberOf(value)
}
