/** The report of `slipring-bench`: plain data, which `--json` writes and the other outputs are made of. */

import type { Verdict } from '../load.ts'
import type { Machine } from '../machine.ts'
import type { Summary } from './tally.ts'

export interface Row {
  /** The runtime or browser, where the command names any. */
  readonly place?: string
  readonly file: string
  readonly suite: string
  /** Of the case; of a file that could not be loaded: nothing. */
  readonly name: string
  readonly isBaseline: boolean
  /** The case that the ratio is taken to. */
  readonly baseline: string | null
  /** Null when it is broken. */
  readonly result: Summary | null
  readonly broken: string | null
  /** The stack of why it is broken, and its causes. */
  readonly trace?: string
}

export interface Report {
  readonly format: 1
  /** The command that gives the same. */
  readonly command: string
  readonly quick: boolean
  readonly rounds: number
  readonly seconds: number
  /** When it ended, as an ISO date. */
  readonly date: string
  readonly machine: Machine
  readonly versions: Readonly<Record<string, string>>
  readonly load: Verdict
  /** Of each runtime and browser, where the command names any: `load` has no calibration then. */
  readonly loads?: Readonly<Record<string, Verdict>>
  readonly rows: readonly Row[]
}

/** Of each runtime and browser that could be had. */
export function reportsByPlace(report: Report): readonly Report[] {
  const { loads, versions, rows } = report
  if (loads === undefined) return [report]
  return Object.entries(loads).flatMap(([place, load]) => {
    const { [place]: version } = versions
    if (version === undefined) return []
    return [{ ...report, load, versions: { [place]: version }, rows: rows.filter((row) => row.place === place) }]
  })
}

export interface SuiteRows {
  readonly name: string
  readonly rows: readonly Row[]
}

/** The rows that have a result, suite by suite. */
export function suitesOf({ rows }: Pick<Report, 'rows'>): readonly SuiteRows[] {
  const suites = new Map<string, Row[]>()
  for (const row of rows) {
    if (row.result === null) continue
    const name = [row.file, row.suite, row.place ?? ''].filter((part) => part !== '').join(' › ')
    suites.set(name, [...(suites.get(name) ?? []), row])
  }
  return [...suites].map(([name, all]) => ({ name, rows: all }))
}

/** Why each broken row is broken, with the stack. */
export function brokenIn({ rows }: Pick<Report, 'rows'>): readonly string[] {
  const broken = rows.filter((row) => row.broken !== null)
  return broken.map(({ trace, ...row }) => {
    const reason = `BROKEN: ${placeOf(row)}: ${row.broken}`
    return trace === undefined ? reason : `${reason}\n${trace}`
  })
}

/** Where a row is from. */
export function placeOf({ place = '', file, suite, name }: Row): string {
  return [place, file, suite, name].filter((part) => part !== '').join(' › ')
}
