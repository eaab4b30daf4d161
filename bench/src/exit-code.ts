/** What the ruler ends with. */

import type { Report } from './report.ts'

export const WRONG_USE = 2

const BROKEN = 1
const LOADED = 3

/** A broken row weighs more than a loaded machine. */
export function exitCodeOf(reports: readonly Pick<Report, 'rows' | 'load'>[], allowLoaded: boolean): number {
  if (reports.some((report) => report.rows.some((row) => row.broken !== null))) return BROKEN
  if (!allowLoaded && reports.some((report) => report.load.isLoaded)) return LOADED
  return 0
}
