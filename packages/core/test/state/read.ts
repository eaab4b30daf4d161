/** The findings of a reader on a real thread. It takes values until the end, and parks while there is nothing newer. */

import type { PinReader } from '../../src/state/pinned-slots.ts'

export interface Findings {
  taken: number
  last: number
  /** Values whose cells do not all have one number. */
  torn: number
  /** Values that are not newer than the one before. */
  old: number
  /** Times the writer was faster than every try. */
  overtaken: number
  isForgotten: boolean
}

const FORGOTTEN_MS = 20_000

export function readAll(reader: PinReader): Findings {
  const { data, slotBytes } = reader.region
  const findings: Findings = { taken: 0, last: 0, torn: 0, old: 0, overtaken: 0, isForgotten: false }
  const isWhole = (): boolean => {
    const cell = reader.offset >> 2
    const value = data[cell]!
    for (let i = cell; i < cell + slotBytes / 4; i++) if (data[i] !== value) return false
    return true
  }
  const takeOne = (): boolean => {
    if (!reader.take()) {
      if (reader.offset === -1 && findings.taken > 0) findings.overtaken++
      return false
    }
    if (!isWhole()) findings.torn++
    const value = data[reader.offset >> 2]!
    if (value <= findings.last) findings.old++
    findings.last = value
    findings.taken++
    return true
  }
  for (;;) {
    if (takeOne()) continue
    if (reader.isWriterClosed()) {
      if (!takeOne()) return findings
    } else if (!reader.parkUntilNews(FORGOTTEN_MS)) return { ...findings, isForgotten: true }
  }
}
