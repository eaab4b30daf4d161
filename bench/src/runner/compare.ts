/** The changes since an earlier report. */

import { readFileSync } from 'node:fs'
import type { Verdict } from '../load.ts'
import { median } from '../statistics.ts'
import { placeOf, type Report, type Row } from './report.ts'

interface Change {
  readonly place: string
  /** How many times as fast it was then: below 1 it has become slower. */
  readonly factor: number
  readonly verdict: 'faster' | 'slower' | 'same' | 'unknown'
  /** Why it is unknown. */
  readonly reason?: string
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
/** Of four rounds each, chance alone parts all then from all now in 1 of 35 cases. */
const FEWEST_ROUNDS = 5

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
    changes: common.flatMap((row) =>
      changeOf(then.get(placeOf(row))!, row, speedUp(loadOf(before, row), loadOf(now, row))),
    ),
    added: [...places].filter((place) => !then.has(place)),
    missing: [...then.keys()].filter((place) => !places.has(place)),
  }
}

/** Each runtime times the same work by itself: an engine may be slower at it than another. */
function loadOf({ load, loads }: Report, { place }: Row): Verdict | undefined {
  return place === undefined ? load : loads?.[place]
}

/**
 * How many times as fast the machine is now: the same work is timed in every run. Undefined on a loaded machine, whose times tell
 * nothing, and where no work was timed.
 */
function speedUp(before: Verdict | undefined, now: Verdict | undefined): number | undefined {
  const calibrations = [before, now].map((load) => (load?.isLoaded === false ? load.calibrationMs : []))
  if (calibrations.some(({ length }) => length === 0)) return undefined
  const [then, today] = calibrations.map((ms) => median(ms)) as [number, number]
  return then / today
}

/** Nothing where one of the two is broken. */
function changeOf(before: Row, now: Row, machine: number | undefined): Change[] {
  if (before.result === null || now.result === null) return []
  // By turns with its baseline, where it has one in both: a machine that is slower today changes nothing of that.
  const [then, today] =
    before.baseline === now.baseline && before.result.ratio !== null && now.result.ratio !== null
      ? [before.result.rounds.ratios, now.result.rounds.ratios]
      : machine === undefined
        ? [[], []]
        : [
            before.result.rounds.medians.map((nanos) => machine / nanos),
            now.result.rounds.medians.map((nanos) => 1 / nanos),
          ]
  return [{ place: placeOf(now), ...judged(then, today) }]
}

/** Judges by the speed in each round; no rounds: it cannot be compared. */
function judged(then: readonly number[], today: readonly number[]): Omit<Change, 'place'> {
  const factor = then.length === 0 ? 1 : median(today) / median(then)
  const reason = whyUnknown(then.length, today.length)
  if (reason !== undefined) return { factor, verdict: 'unknown', reason }
  return { factor, verdict: verdictOn(factor, then, today) }
}

function whyUnknown(then: number, today: number): string | undefined {
  if (then === 0) return 'only its times can be compared, and there is no calibration of a calm machine then and now'
  if (Math.min(then, today) >= FEWEST_ROUNDS) return undefined
  return `rounds then: ${then}, now: ${today}; it takes ${FEWEST_ROUNDS} in both: --rounds ${FEWEST_ROUNDS}`
}

function verdictOn(factor: number, then: readonly number[], today: readonly number[]): 'faster' | 'slower' | 'same' {
  if (Math.abs(factor - 1) <= LEAST) return 'same'
  const pairs = then.flatMap((speed) => today.map((other) => (factor > 1 ? other > speed : other < speed)))
  const contradictions = pairs.filter((agrees) => !agrees).length
  if (contradictions > pairs.length * CONTRADICTIONS) return 'same'
  return factor > 1 ? 'faster' : 'slower'
}

export function printComparison({ changes, added, missing }: Comparison, file: string): string {
  const told = changes.filter(({ verdict }) => verdict !== 'unknown')
  const changed = told.filter(({ verdict }) => verdict !== 'same')
  const lines = changed.map(({ place, factor, verdict }) =>
    verdict === 'faster'
      ? `FASTER: ${place}: ${percent(factor - 1)} more a second`
      : `SLOWER: ${place}: ${percent(1 - factor)} fewer a second`,
  )
  return [
    `Compared with ${file}: ${told.length} cases, ${changed.length === 0 ? 'none changed' : `${changed.length} changed`}.`,
    ...lines,
    ...changes.flatMap(({ place, reason }) => (reason === undefined ? [] : [`CANNOT TELL: ${place}: ${reason}`])),
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
