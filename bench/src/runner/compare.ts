/** The changes since an earlier report. */

import { readFileSync } from 'node:fs'
import { median } from '../statistics.ts'
import { placeOf, type Report, type Row } from './report.ts'

interface Change {
  readonly place: string
  /** How many times as fast it was then: below 1 it has become slower. */
  readonly factor: number
  readonly verdict: 'faster' | 'slower' | 'same'
}

export interface Comparison {
  readonly changes: readonly Change[]
  /** Cases that only one of the two has. */
  readonly added: readonly string[]
  readonly missing: readonly string[]
}

/** A smaller change is none: threads differ by as much from one start to the next. */
const LEAST = 0.05
/** So many of all pairs of a round then and a round now may tell the opposite. With 5 rounds each: one of 25. */
const CONTRADICTIONS = 0.04

/** Throws a TypeError for what is no report. */
export function readReport(file: string): Report {
  const report = parsed(file)
  if (report?.format !== 1 || !Array.isArray(report.rows))
    throw new TypeError(`--compare: ${file} is no report of slipring-bench: write one by --json ${file}`)
  return report
}

/** Throws a TypeError when the report is of none of the files. */
export function requireCommonFile(before: Report, files: readonly string[]): void {
  const measured = [...new Set(before.rows.map(({ file }) => file))]
  if (!measured.some((file) => files.includes(file)))
    throw new TypeError(`--compare: that report is of other files: ${measured.join(', ')}`)
}

export function compare(before: Report, now: Report): Comparison {
  const then = new Map(before.rows.map((row) => [placeOf(row), row]))
  const places = new Set(now.rows.map(placeOf))
  const common = now.rows.filter((row) => then.has(placeOf(row)))
  return {
    changes: common.flatMap((row) => changeOf(then.get(placeOf(row))!, row, speedUp(before, now))),
    added: [...places].filter((place) => !then.has(place)),
    missing: [...then.keys()].filter((place) => !places.has(place)),
  }
}

/** How many times as fast the machine is now: the same work is timed in every run. Undefined on a loaded machine: its times tell nothing. */
function speedUp({ load: before }: Report, { load: now }: Report): number | undefined {
  if (before.isLoaded || now.isLoaded) return undefined
  if (before.calibrationMs.length === 0 || now.calibrationMs.length === 0) return 1
  return median(before.calibrationMs) / median(now.calibrationMs)
}

/** Nothing where one of the two is broken. */
function changeOf(before: Row, now: Row, machine: number | undefined): Change[] {
  if (before.result === null || now.result === null) return []
  // By turns with its baseline, where it has one in both: a machine that is slower today changes nothing of that.
  const [then, today] =
    before.baseline === now.baseline && before.result.ratio !== null && now.result.ratio !== null
      ? [before.result.rounds.ratios, now.result.rounds.ratios]
      : machine === undefined
        ? [[1], [1]]
        : [
            before.result.rounds.medians.map((nanos) => machine / nanos),
            now.result.rounds.medians.map((nanos) => 1 / nanos),
          ]
  const factor = median(today) / median(then)
  return [{ place: placeOf(now), factor, verdict: verdictOn(factor, then, today) }]
}

function verdictOn(factor: number, then: readonly number[], today: readonly number[]): Change['verdict'] {
  if (Math.abs(factor - 1) <= LEAST) return 'same'
  const pairs = then.flatMap((speed) => today.map((other) => (factor > 1 ? other > speed : other < speed)))
  const contradictions = pairs.filter((agrees) => !agrees).length
  if (contradictions > pairs.length * CONTRADICTIONS) return 'same'
  return factor > 1 ? 'faster' : 'slower'
}

export function printComparison({ changes, added, missing }: Comparison, file: string): string {
  const changed = changes.filter(({ verdict }) => verdict !== 'same')
  const lines = changed.map(({ place, factor, verdict }) =>
    verdict === 'faster'
      ? `FASTER: ${place}: ${percent(factor - 1)} more a second`
      : `SLOWER: ${place}: ${percent(1 - factor)} fewer a second`,
  )
  return [
    `Compared with ${file}: ${changes.length} cases, ${changed.length === 0 ? 'none changed' : `${changed.length} changed`}.`,
    ...lines,
    ...added.map((place) => `New: ${place}`),
    ...missing.map((place) => `Not run: ${place}`),
  ].join('\n')
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`
}

function parsed(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch (error) {
    throw new TypeError(`--compare: cannot read ${file}: ${(error as Error).message}`, { cause: error })
  }
}
