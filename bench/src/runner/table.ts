/** The report as tables for a terminal: one for each suite. */

import Table from 'cli-table3'
import type { Report, Row } from './report.ts'
import type { Middle } from './tally.ts'

const HEAD = ['case', 'median', 'quartiles', 'mean', 'p99', 'baseline', 'ratio', 'quartiles']

const METHOD = `Of single calls or, where one is too short for the clock, of batches of them. mean: the middle one of all turns; pauses to
collect garbage are in it. baseline: the median of what the baseline took in the same turns, in the same thread. ratio:
baseline by median; above 1 is faster than the baseline. Its quartiles: those of single turns.`

export function printReport(report: Report): string {
  const measured = report.rows.filter((row) => row.result !== null)
  const suites = Map.groupBy(measured, ({ file, suite }) => (suite === '' ? file : `${file} › ${suite}`))
  const tables = [...suites].map(([name, rows]) => `${name}\n${tableOf(rows)}`)
  const lines = [
    ...tables,
    ...report.rows.filter((row) => row.broken !== null).map((row) => `BROKEN: ${placeOf(row)}: ${row.broken}`),
    ...(report.load.isLoaded ? [`INVALID: machine was loaded: ${report.load.reasons.join('; ')}`] : []),
    ...(report.quick ? ['Quick: fewer and shorter rounds. This is a check, not a measurement.'] : []),
    ...(measured.length > 0 ? [METHOD] : []),
    describe(report),
  ]
  return lines.join('\n\n')
}

/** Where a row is from. */
function placeOf({ file, suite, name }: Row): string {
  return [file, suite, name].filter((part) => part !== '').join(' › ')
}

function nanosOf(nanos: number): string {
  if (nanos < 1e3) return `${nanos.toPrecision(3)} ns`
  if (nanos < 1e6) return `${(nanos / 1e3).toPrecision(3)} µs`
  return nanos < 1e9 ? `${(nanos / 1e6).toPrecision(3)} ms` : `${(nanos / 1e9).toPrecision(3)} s`
}

function tableOf(rows: readonly Row[]): string {
  const colAligns = HEAD.map((_, column) => (column === 0 ? ('left' as const) : ('right' as const)))
  const table = new Table({ head: HEAD, colAligns, style: { head: [], border: [], compact: true } })
  for (const row of rows) table.push(cellsOf(row))
  return table.toString()
}

function cellsOf({ name, isBaseline, result }: Row): string[] {
  const { times, baselineNanos, ratio } = result!
  const measured = [name, nanosOf(times.median), rangeOf(times, nanosOf), nanosOf(times.mean), nanosOf(times.p99)]
  if (isBaseline) return [...measured, 'this', '', '']
  if (ratio === null || baselineNanos === null) return [...measured, '-', '-', '-']
  return [...measured, nanosOf(baselineNanos), ratioOf(ratio.median), rangeOf(ratio, (value) => value.toFixed(2))]
}

function ratioOf(ratio: number): string {
  return `${ratio < 10 ? ratio.toFixed(2) : ratio.toFixed(1)}x`
}

function rangeOf({ q1, q3 }: Middle, format: (value: number) => string): string {
  return `${format(q1)} … ${format(q3)}`
}

function describe({ machine, versions, rounds, seconds, date, load }: Report): string {
  const names = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  const foreign = load.foreignProcessors === null ? '' : `, others used ${load.foreignProcessors.toFixed(2)} processors`
  const repeats = load.repeats === 0 ? '' : `, ${load.repeats} disturbed rounds taken again`
  return `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.system}${foreign}${repeats}.
${names.join(', ')}. ${rounds === 1 ? '1 round' : `${rounds} rounds`}, ${seconds.toFixed(0)} s, ${date.slice(0, 10)}.`
}
