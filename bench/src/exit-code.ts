/** Exit codes of the bench commands. */

export const WRONG_USE = 2

const BROKEN = 1
const LOADED = 3

interface Outcome {
  readonly rows: readonly { readonly broken: string | null }[]
  readonly load: { readonly isLoaded: boolean }
}

/** A broken row weighs more than a loaded machine. */
export function exitCodeOf(reports: readonly Outcome[], allowLoaded: boolean): number {
  if (reports.some((report) => report.rows.some((row) => row.broken !== null))) return BROKEN
  if (!allowLoaded && reports.some((report) => report.load.isLoaded)) return LOADED
  return 0
}
