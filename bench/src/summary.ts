/** A report in short: how many times as fast as its baseline Slipring is, as a picture and a table of few columns. */

import { type Bar, ratioChart, svgOf } from './runner/charts.ts'
import { DARK, LIGHT, type Theme } from './runner/theme.ts'
import { ratioOf, type Report } from './report.ts'
import type { Row } from './rows.ts'
import type { Suite } from './suite.ts'

/** More would be no short table: of more there are the slowest. */
const MOST_LINES = 30
const SLOWEST = 12

/** The part of a suite that a summary needs. */
type Focus = Pick<Suite, 'groups' | 'headline' | 'subject' | 'picture' | 'shortWorkloads'>

/** The part of a report that a summary needs. */
export type Summarised = Pick<Report, 'suite' | 'place' | 'rows' | 'date' | 'rounds' | 'notes' | 'isByPart'> & {
  readonly load: Pick<Report['load'], 'isLoaded' | 'reasons'>
}

/** The name of what was measured, as files and markers have it. */
export function nameOf({ suite, place }: Pick<Report, 'suite' | 'place'>): string {
  return place === 'node' ? suite : `${suite}-${place}`
}

/** Pictures by their file names. */
export async function picturesOf(report: Summarised, suite: Focus): Promise<ReadonlyMap<string, string>> {
  const { picture } = suite
  const draw =
    picture === undefined ? drawerOfRatios(report, suite) : (theme: Theme) => picture.draw(report.rows, theme)
  return new Map([
    [`${nameOf(report)}-light.svg`, await draw(LIGHT)],
    [`${nameOf(report)}-dark.svg`, await draw(DARK)],
  ])
}

function drawerOfRatios(report: Summarised, suite: Focus): (theme: Theme) => Promise<string> {
  const headline = suite.headline ?? suite.groups[0]!.parts[0]!.name
  const rows = rowsAbout(suite, report)
  const parts = unique(rows.map(({ part }) => part))
  const isOfParts = unique(rows.map(({ workload }) => workload)).length === 1 && parts.length > 1
  const shown = isOfParts ? rows : rows.filter(({ part }) => part === headline)
  const bars = shortened(shown, suite).map((row): Bar => ({
    name: isOfParts ? row.part : row.workload,
    ...ratioIn(row),
  }))
  const title = {
    text: isOfParts ? report.suite : headline,
    subtitle: `Slipring against ${shown[0]?.baseline}`,
  }
  return (theme) => svgOf(ratioChart(bars, theme, title))
}

/** Markdown for docs/BENCHMARKS.md. */
export function summaryOf(report: Summarised, suite: Focus): string {
  const rows = rowsAbout(suite, report)
  if (rows.length === 0) throw new RangeError(`The report of ${report.suite} has no ratio of its subject`)
  const name = nameOf(report)
  const parts = unique(rows.map(({ part }) => part))
  const workloads = unique(shortened(rows, suite).map(({ workload }) => workload))
  const cell = (workload: string, part: string): string => {
    const row = rows.find((one) => one.workload === workload && one.part === part)
    return row === undefined ? '-' : `**${ratioOf(row.ratio!.median)}**`
  }
  const isOfParts = workloads.length === 1 && parts.length > 1
  const baselines = parts.map((part) => rows.find((row) => row.part === part)!.baseline)
  const isOne = unique(baselines).length === 1
  const head = isOne
    ? [`to ${baselines[0]}`, ...parts]
    : ['', ...parts.map((part, place) => `${part}, to ${baselines[place]}`)]
  const table = isOfParts
    ? [['', `to ${rows[0]!.baseline}`], ['---', '---:'], ...parts.map((part) => [part, cell(workloads[0]!, part)])]
    : report.isByPart
      ? [
          [`to ${baselines[0]}`, ...workloads],
          ['---', ...workloads.map(() => '---:')],
          ...parts.map((part) => [part, ...workloads.map((workload) => cell(workload, part))]),
        ]
      : [
          head,
          ['---', ...parts.map(() => '---:')],
          ...workloads.map((workload) => [workload, ...parts.map((part) => cell(workload, part))]),
        ]
  return [
    pictureOf(name, suite.picture?.alt ?? 'How many times as fast as its baseline Slipring is'),
    ...(report.load.isLoaded ? [`**INVALID: machine was loaded**: ${report.load.reasons.join('; ')}.`] : []),
    ...report.notes,
    table.map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
    `Ratios by turns; above 1 Slipring is faster. ${report.rounds === 1 ? '1 round' : `${report.rounds} rounds`}, ` +
      `${report.date.slice(0, 10)}. [Every system, with its spread](benchmarks/${report.suite}.md).`,
  ].join('\n\n')
}

function pictureOf(name: string, alt: string): string {
  return [
    '<picture>',
    `  <source media="(prefers-color-scheme: dark)" srcset="images/${name}-dark.svg">`,
    `  <img alt="${alt}" src="images/${name}-light.svg">`,
    '</picture>',
  ].join('\n')
}

function rowsAbout({ subject = 'slipring' }: Focus, { rows }: Summarised): Row[] {
  return rows.filter(({ system, ratio }) => system === subject && ratio !== null)
}

/** Those of a short table where the suite names them; else all, or the slowest of very many. */
function shortened(rows: readonly Row[], { shortWorkloads }: Focus): readonly Row[] {
  const named = rows.filter(({ workload }) => shortWorkloads?.includes(workload))
  if (named.length > 0) return named
  if (unique(rows.map(({ workload }) => workload)).length <= MOST_LINES) return rows
  return rows.toSorted((a, b) => a.ratio!.median - b.ratio!.median).slice(0, SLOWEST)
}

function ratioIn({ ratio }: Row): Pick<Bar, 'ratio' | 'q1' | 'q3'> {
  const { median, q1, q3 } = ratio!
  return { ratio: median, q1, q3 }
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)]
}
