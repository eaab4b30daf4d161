/** Published ratios beside those of reports of ours, as Markdown. */

import { describe, ratioOf, type Report } from '../report.ts'
import type { Row } from '../rows.ts'
import { type Claim, PUBLISHED_TABLES, type PublishedTable } from './claims.ts'

type Measured = Pick<Report, 'suite' | 'rows'>

/** Nearer to 1 than this neither is ahead. */
const EVEN = 1.05

/** How many times as fast `system` is as `over`, both by turns with the baseline; undefined where no report has it. */
export function measuredRatio(claim: Claim, reports: readonly Measured[]): number | undefined {
  const rows = reports.filter(({ suite }) => suite === claim.suite).flatMap((report) => report.rows)
  const own = toBaseline(claim, claim.system, rows)
  const other = toBaseline(claim, claim.over, rows)
  return own === undefined || other === undefined ? undefined : own / other
}

function toBaseline({ workload, part }: Claim, system: string, rows: readonly Row[]): number | undefined {
  const row = rows.find((one) => one.workload === workload && one.part === part && one.system === system)
  return row?.system === row?.baseline && row !== undefined ? 1 : row?.ratio?.median
}

/** Whether the same one is ahead. */
export function holds(published: number, measured: number): boolean {
  const isEven = Math.max(measured, 1 / measured) < EVEN
  return !isEven && published > 1 === measured > 1
}

export function documentOf(reports: readonly Report[]): string {
  const loaded = reports.filter(({ load }) => load.isLoaded).length
  const warnings = [
    ...(loaded > 0 ? [`Measured on a busy machine: ${loaded} of ${reports.length} runs were disturbed.`] : []),
    ...(reports.some(({ quick }) => quick) ? ['Quick runs: a check, not a measurement.'] : []),
  ]
  const machines = new Set(
    reports.map((report) =>
      describe(report)
        .split('\n')[0]!
        .replace(/, others used.*$/, '.'),
    ),
  )
  return [
    '# Published benchmarks, measured again',
    'This page is written by a tool (`node bench/src/published/main.ts`) from reports that `npm run bench -- <suite> --json` prints. [Other benchmarks](../BENCHMARKS.md) have pages of their own.',
    'A ratio says how many times as fast one system is as another at the same workload. _Holds_ means that the same system is ahead in both. A difference below 5 % counts as none.',
    ...warnings,
    ...PUBLISHED_TABLES.map((table) => sectionOf(table, reports)),
    '## What it was measured on',
    ...machines,
    `The runs:\n\n${reports.map(({ command }) => `- \`${command}\``).join('\n')}`,
  ].join('\n\n')
}

function sectionOf({ title, about, claims }: PublishedTable, reports: readonly Report[]): string {
  const told = claims.map((claim) => ({ claim, ours: measuredRatio(claim, reports) }))
  const lines = told.map(({ claim, ours }) => {
    const { workload, part, system, over, published, instead } = claim
    const verdict = ours === undefined ? 'not measured' : holds(published, ours) ? 'yes' : 'no'
    const name = instead === undefined ? system : `${instead}; here ${system}`
    return [workload, part, name, over, ratioOf(published), ours === undefined ? '-' : ratioOf(ours), verdict]
  })
  const head = ['workload', 'part', 'system', 'compared with', 'published', 'here', 'holds']
  const rule = ['---', '---', '---', '---', '---:', '---:', '---']
  const table = [head, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  return [`## ${title}`, about, table, verdictOn(told)].join('\n\n')
}

function verdictOn(told: readonly { readonly claim: Claim; readonly ours: number | undefined }[]): string {
  const measured = told.flatMap(({ claim, ours }) => (ours === undefined ? [] : [{ claim, ours }]))
  const failed = measured.filter(({ claim, ours }) => !holds(claim.published, ours))
  if (measured.length === 0) return 'Nothing of it has been measured.'
  if (failed.length === 0) return `**Holds today:** all ${measured.length} ratios point the same way.`
  const names = new Set(failed.map(({ claim: { system } }) => system))
  const share = failed.length === measured.length ? 'No longer true' : 'Holds in part'
  return `**${share}:** ${measured.length - failed.length} of ${measured.length} ratios point the same way today. Some ratios of these do not: ${[...names].join(', ')}.`
}
