/** The report of a young pair, as readings of parts. */

import type { CellResult, Reading } from '../cell.ts'
import { AGES, agePart, FIRST, READY } from './parts.ts'
import { readingOf } from './reading.ts'
import { workloadOf, type YoungWorkload } from './workloads.ts'

/** Milliseconds, and how many messages were exchanged by each age. */
export interface Young {
  readonly ready: number
  readonly first: number
  readonly by: readonly number[]
}

/** The exchange that a workload is. Throws where there is none. */
export function exchangeOf(workload: string): YoungWorkload {
  const exchange = workloadOf(workload)
  if (exchange === undefined) throw new RangeError(`No workload of young pairs is named ${workload}`)
  return exchange
}

/** The ages among the parts. */
export function agesOf(parts: readonly string[]): number[] {
  return AGES.filter((age) => parts.includes(agePart(age)))
}

/** Of an exchange that cannot be had here, the reason for each of its parts. */
export function withoutExchange(reason: string, parts: readonly string[]): CellResult {
  const own = [READY, ...AGES.map(agePart), FIRST].filter((part) => parts.includes(part))
  return { isLossy: false, readings: {}, unread: Object.fromEntries(own.map((part) => [part, reason])) }
}

export function resultOf({ ready, first, by }: Young, parts: readonly string[]): CellResult {
  const readings: Record<string, Reading> = {}
  if (parts.includes(READY)) readings[READY] = readingOf(ready)
  for (const [index, age] of agesOf(parts).entries()) readings[agePart(age)] = readingOf(by[index]!)
  if (parts.includes(FIRST)) readings[FIRST] = readingOf(first)
  return { isLossy: false, readings }
}
