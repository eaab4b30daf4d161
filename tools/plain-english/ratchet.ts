/** The counts of hard words by file: they may fall, and never rise. */

import { findingsIn, type Finding, type Kind } from './findings.ts'

type Counts = Partial<Record<Kind, number>>

/** Only files with findings are listed, so a file that is not listed may have none. */
export type Ledger = Record<string, Counts>

interface Excess {
  readonly path: string
  readonly kind: Kind
  readonly allowed: number
  readonly findings: readonly Finding[]
}

export interface Comparison {
  /** Counts above those of the ledger. */
  readonly excesses: readonly Excess[]
  /** The ledger with every count that has fallen. Equal to the old one if nothing is better. */
  readonly lowered: Ledger
}

/** Compares files with the counts that they may have. A file that is gone leaves the ledger. */
export function compare(
  ledger: Ledger,
  files: readonly { readonly path: string; readonly text: string }[],
): Comparison {
  const excesses: Excess[] = []
  const lowered: Ledger = {}
  for (const { path, text } of files) {
    const byKind = Object.groupBy(findingsIn(path, text), ({ kind }) => kind)
    const counts: Counts = {}
    for (const kind of ['headless', 'long', 'numbers'] as const) {
      const findings = byKind[kind] ?? []
      const allowed = ledger[path]?.[kind] ?? 0
      if (findings.length > allowed) excesses.push({ path, kind, allowed, findings })
      const next = Math.min(findings.length, allowed)
      if (next > 0) counts[kind] = next
    }
    if (Object.keys(counts).length > 0) lowered[path] = counts
  }
  return { excesses, lowered }
}

/** How many findings a ledger allows in all. */
export function sumOf(ledger: Ledger): number {
  return Object.values(ledger).reduce((sum, counts) => sum + Object.values(counts).reduce((a, b) => a + b, 0), 0)
}
