/** The report as tables for a terminal: one for each suite. */

import Table from 'cli-table3'
import { amountOf, nanosOf, rangeOf, ratioOf } from './format.ts'
import { brokenIn, type Report, type Row, suitesOf } from './report.ts'

const HEAD = ['case', 'median', 'quartiles', 'mean', 'p99', 'baseline', 'ratio', 'quartiles']
export const COSTS_HEAD: readonly string[] = ['case', 'p90', 'p99', 'p99.9', 'CPU', 'heap', 'collections', 'counted']

export const METHOD = `Of single calls or, where one is too short for the clock, of batches of them. mean: the middle one of all turns; pauses to
collect garbage are in it. baseline: the median of what the baseline took in the same turns, in the same thread. ratio:
what the baseline took by what the case took, turn by turn; above 1 is faster than the baseline. It and its quartiles are the middle
and the quartiles of all turns. CPU: processor time of all threads for an operation. heap: bytes that an operation allocates in the thread that measures. collections: of a million operations. Neither
is told of a case with input, because making the input allocates too. counted: by how much the case's own counters grow in an operation.`

export function printReport(report: Report): string {
  const measured = report.rows.filter((row) => row.result !== null)
  const tables = suitesOf(report).map(
    ({ name, rows }) => `${name}\n${tableOf(HEAD, rows.map(cellsOf))}\n${tableOf(COSTS_HEAD, rows.map(costsOf))}`,
  )
  const lines = [
    ...tables,
    ...brokenIn(report),
    ...(report.load.isLoaded ? [`INVALID: machine was loaded: ${report.load.reasons.join('; ')}`] : []),
    ...(report.quick ? ['Quick: fewer and shorter rounds. This is a check, not a measurement.'] : []),
    ...(measured.length > 0 ? [METHOD] : []),
    describe(report),
  ]
  return lines.join('\n\n')
}

export function tableOf(head: readonly string[], rows: readonly string[][]): string {
  const colAligns = head.map((_, column) => (column === 0 ? ('left' as const) : ('right' as const)))
  const table = new Table({ head: [...head], colAligns, style: { head: [], border: [], compact: true } })
  table.push(...rows)
  return table.toString()
}

/** Slow ends, processor time, heap and counters of an operation. */
export function costsOf({ name, result }: Row): string[] {
  const { times, heap, counts } = result!
  const counted = Object.entries(counts).filter(([, count]) => count !== 0)
  return [
    name,
    nanosOf(times.p90),
    nanosOf(times.p99),
    nanosOf(times.p999),
    times.cpuNanos === null ? '-' : nanosOf(times.cpuNanos),
    heap === null ? '-' : `${amountOf(heap.bytes)} B`,
    heap === null ? '-' : amountOf(heap.collections * 1e6),
    counted.length === 0 ? '-' : counted.map(([counter, count]) => `${counter} ${amountOf(count)}`).join(', '),
  ]
}

function cellsOf({ name, isBaseline, result }: Row): string[] {
  const { times, baselineNanos, ratio } = result!
  const measured = [name, nanosOf(times.median), rangeOf(times, nanosOf), nanosOf(times.mean), nanosOf(times.p99)]
  if (isBaseline) return [...measured, 'this', '', '']
  if (ratio === null || baselineNanos === null) return [...measured, '-', '-', '-']
  return [...measured, nanosOf(baselineNanos), ratioOf(ratio.median), rangeOf(ratio, (value) => value.toFixed(2))]
}

type Circumstances = Pick<Report, 'machine' | 'versions' | 'rounds' | 'seconds' | 'date' | 'load'>

/** Machine, versions and circumstances, in two sentences. */
export function describe({ machine, versions, rounds, seconds, date, load }: Circumstances): string {
  const names = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  const foreign = load.foreignProcessors === null ? '' : `, others used ${load.foreignProcessors.toFixed(2)} processors`
  const repeats = load.repeats === 0 ? '' : `, ${load.repeats} disturbed rounds taken again`
  return `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.system}${foreign}${repeats}.
${names.join(', ')}. ${rounds === 1 ? '1 round' : `${rounds} rounds`}, ${seconds.toFixed(0)} s, ${date.slice(0, 10)}.`
}
