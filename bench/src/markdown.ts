/** The report of the ruler as Markdown: for every part a table of systems by workloads. */

import { amountOf, describe, numberOf, ratioOf, reasonsOf, type Report } from './report.ts'
import type { Row, Summary } from './rows.ts'
import { isRate } from './suite.ts'

/** No suite of many systems has more workloads: with few systems a table of more is read downwards. */
const MOST_COLUMNS = 26

export function markdownOf(report: Report): string {
  const tables = report.isByPart ? tablesByWorkload(report.rows) : tablesByPart(report.rows)
  const told = reasonsOf(report.rows)
  const reasons = told.length === 0 ? [] : [told.map((reason) => `- ${reason}`).join('\n')]
  const warnings = [
    ...(report.load.isLoaded ? [`**INVALID: machine was loaded**: ${report.load.reasons.join('; ')}.`] : []),
    ...(report.quick ? ['Quick: a check, not a measurement.'] : []),
  ]
  return [
    `\`${report.command}\``,
    describe(report),
    ...warnings,
    ...report.notes,
    ...tables,
    ...bytesTables(report),
    ...reasons,
  ].join('\n\n')
}

function tablesByPart(rows: readonly Row[]): string[] {
  return unique(rows.map((row) => row.part)).map((part) => tableOf(rows.filter((row) => row.part === part)))
}

function tablesByWorkload(all: readonly Row[]): string[] {
  return unique(all.map((row) => row.workload)).map((workload) => {
    const rows = all.filter((row) => row.workload === workload)
    const systems = unique(rows.map((row) => row.system))
    const cellsOf = (part: string): string[] =>
      systems.map((system) => cellOf(rows.find((row) => row.part === part && row.system === system)))
    const nameOf = (part: string): string => `${part}, ${rows.find((row) => row.part === part)!.unit}`
    return [
      `**${workload}**: ${rows[0]!.baseline} as it is (less is better), the others as ratios to it (above 1 is better)`,
      '',
      lineOf(['part', ...systems]),
      lineOf(['---', ...systems.map(() => '---:')]),
      ...unique(rows.map((row) => row.part)).map((part) => lineOf([nameOf(part), ...cellsOf(part)])),
    ].join('\n')
  })
}

// Sizes are the same in every part.
function bytesTables({ rows: all }: Report): string[] {
  const [first] = all
  const rows = all.filter((row) => row.part === first?.part && row.bytes !== null)
  if (rows.length === 0) return []
  const workloads = unique(rows.map((row) => row.workload))
  const lines = unique(rows.map((row) => row.system)).map((system) => [
    system,
    ...workloads.map((workload) =>
      bytesOf(
        rows.filter((row) => row.workload === workload),
        system,
      ),
    ),
  ])
  return [
    [
      `**bytes** of a message; part of those of ${first!.baseline}`,
      '',
      lineOf(['system', ...workloads]),
      lineOf(['---', ...workloads.map(() => '---:')]),
      ...lines.map(lineOf),
    ].join('\n'),
  ]
}

function bytesOf(rows: readonly Row[], system: string): string {
  const bytes = rows.find((row) => row.system === system)?.bytes ?? null
  const baseline = rows.find((row) => row.system === row.baseline)?.bytes ?? null
  if (bytes === null) return '-'
  return baseline === null ? numberOf(bytes) : `${numberOf(bytes)}, ${((bytes / baseline) * 100).toFixed(0)} %`
}

function tableOf(rows: readonly Row[]): string {
  const [first] = rows
  if (first === undefined) return ''
  const workloads = unique(rows.map((row) => row.workload))
  const systems = unique(rows.map((row) => row.system))
  const better = isRate(first.unit) ? 'more is better' : 'less is better'
  const isLong = workloads.length > MOST_COLUMNS
  const [across, down] = isLong ? [systems, workloads] : [workloads, systems]
  const cell = (one: string, other: string): string => {
    const [system, workload] = isLong ? [one, other] : [other, one]
    return cellOf(rows.find((row) => row.system === system && row.workload === workload))
  }
  return [
    rows.some(({ ratio }) => ratio !== null)
      ? `**${first.part}**: ${first.baseline} in ${first.unit} (${better}), the others as ratios to it (above 1 is better)`
      : `**${first.part}** in ${first.unit} (${better})`,
    '',
    lineOf([isLong ? 'workload' : 'system', ...across]),
    lineOf(['---', ...across.map(() => '---:')]),
    ...down.map((name) => lineOf([name, ...across.map((other) => cell(other, name))])),
  ].join('\n')
}

// Ratios are taken by turns, so they do not follow from the medians: beside them these would contradict them.
function cellOf(row: Row | undefined): string {
  if (row === undefined) return '-'
  const { value, ratio, system, baseline, unit, p99, isLossy } = row
  if (row.cannot !== undefined) return 'cannot'
  if (value === null) return 'broken'
  const tail = `${unit === 'µs' && p99 !== null ? `, p99 ${numberOf(p99)}` : ''}${isLossy ? ' (lossy)' : ''}`
  if (ratio === null || system === baseline) return `${amountOf(value.median, unit)}${spreadOf(value)}${tail}`
  return `**${ratioOf(ratio.median)}**${spreadOf(ratio)}${tail}`
}

/** Nothing where all rounds agree: of one round nobody knows a spread. No spread is a part of nothing. */
function spreadOf({ median, q1, q3 }: Summary): string {
  return q1 === q3 || median === 0 ? '' : ` ±${(((q3 - q1) / 2 / median) * 100).toFixed(0)} %`
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)]
}
