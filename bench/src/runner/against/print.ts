/** The report of `--against`, for a terminal and for a pull request. */

import type { Machine } from '../../machine.ts'
import { nanosOf } from '../format.ts'
import { describe, tableOf } from '../table.ts'
import { type Broken, type Compared, labelOf, type Outcome } from './contest.ts'
import type { Judged } from './verdict.ts'

export interface Report extends Outcome {
  readonly format: 1
  readonly command: string
  readonly quick: boolean
  readonly seconds: number
  readonly date: string
  /** As the command has it, and the commit that it was. */
  readonly ref: string
  readonly base: string
  /** How many files of head are in no commit. */
  readonly dirtyFiles: number
  /** Whether head and base are one commit. */
  readonly isSame: boolean
  /** The share of runs that tell a change where there is none. */
  readonly falseAlarms: number
  readonly machine: Machine
  readonly versions: Readonly<Record<string, string>>
}

const HEAD = ['case', 'base', 'head', 'change', 'between', 'control', 'could show', 'verdict']
const SHORT_HASH = 10

export function printed(report: Report): string {
  return [
    titleOf(report),
    ...(report.compared.length === 0 ? [] : [tableOf(HEAD, report.compared.map(cellsOf))]),
    ...remarksOf(report),
    ...(report.compared.length === 0 ? [] : [methodOf(report)]),
    describe(report),
  ].join('\n\n')
}

export function markdownOf(report: Report): string {
  const rows = [HEAD, HEAD.map((_, place) => (place === 0 ? '---' : '---:')), ...report.compared.map(markedCellsOf)]
  return [
    `### ${summaryOf(report)}`,
    titleOf(report),
    ...(report.compared.length === 0 ? [] : [rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')]),
    ...remarksOf(report).map((remark) => `\`\`\`text\n${remark}\n\`\`\``),
    `<details><summary>How this was measured</summary>\n\n${methodOf(report)}\n\n${describe(report)}\n\n</details>`,
  ].join('\n\n')
}

function summaryOf({ compared, broken }: Report): string {
  const count = (verdict: Judged['verdict']): number =>
    compared.filter(({ judged }) => judged.verdict === verdict).length
  const parts = [
    [count('slower'), 'slower'],
    [count('faster'), 'faster'],
    [count('no difference'), 'without a difference'],
    [broken.length, 'broken'],
  ] as const
  return `Benchmarks: ${parts.flatMap(([number, what]) => (number === 0 ? [] : [`${number} ${what}`])).join(', ') || 'none'}`
}

function titleOf({ ref, base, dirtyFiles, isSame }: Report): string {
  const head =
    dirtyFiles === 0
      ? 'Head is the commit that is checked out.'
      : `Head is the working tree as it is: ${dirtyFiles === 1 ? '1 file is' : `${dirtyFiles} files are`} not committed.`
  return `Against ${ref} (${base.slice(0, SHORT_HASH)}). ${head}${isSame ? ' Both are the same commit.' : ''}`
}

function remarksOf({ broken, notes, load, quick }: Report): string[] {
  return [
    ...broken.map(brokenLine),
    ...notes.map((note) => `NOTE: ${note}`),
    ...(load.isLoaded
      ? [`BUSY: the machine had other work: ${load.reasons.join('; ')}. Verdicts hold, but less can be shown.`]
      : []),
    ...(quick ? ['Quick: fewer and shorter rounds. Only a large change shows.'] : []),
  ]
}

function brokenLine({ version, broken, trace, ...one }: Broken): string {
  const where = version === 'both' ? 'head and base' : version
  return `BROKEN in ${where}: ${labelOf(one)}: ${broken}${trace === undefined ? '' : `\n${trace}`}`
}

function methodOf({ rounds, falseAlarms, compared }: Report): string {
  const alarms = 1 / falseAlarms
  return (
    `Head, base and control, which is base once more, take turns in one thread, in ${rounds} fresh threads. change: by how much ` +
    `longer head takes. between: where the change lies. control: by how much longer the second copy of base took. ` +
    `could show: a smaller slow-down would not have been told. In at most 1 of ${alarms} runs of ` +
    `${compared.length === 1 ? 'this case' : `these ${compared.length} cases`} is there a verdict other than "no difference" where nothing differs.`
  )
}

function cellsOf({ judged, ...one }: Compared): string[] {
  const { verdict, baseNanos, change, low, high, control, shows } = judged
  return [
    labelOf(one),
    nanosOf(baseNanos),
    nanosOf(baseNanos * (1 + change)),
    percentOf(change),
    `${percentOf(low)} … ${percentOf(high)}`,
    percentOf(control),
    percentOf(shows),
    verdict,
  ]
}

function markedCellsOf(one: Compared): string[] {
  const [label, ...cells] = cellsOf(one)
  const verdict = cells.pop()!
  const name = label!.replaceAll('|', '\\|').replaceAll('\n', ' ')
  return [name, ...cells, one.judged.verdict === 'no difference' ? verdict : `**${verdict}**`]
}

function percentOf(share: number): string {
  if (!Number.isFinite(share)) return '∞'
  const percent = share * 100
  const digits = Math.abs(percent) < 10 ? 1 : 0
  return `${percent > 0 ? '+' : ''}${percent.toFixed(digits)} %`
}
