/** The report of a young pair, as readings of parts. */

import type { CellResult, Reading } from '../cell.ts'
import { AGES, agePart, FIRST, HOT, HOT_AGES, READY } from './parts.ts'
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

/** The ages at which the parts look, ascending. */
export function agesOf(parts: readonly string[]): number[] {
  const isHot = parts.includes(HOT)
  const all = new Set([...AGES, ...HOT_AGES])
  return [...all].filter((age) => parts.includes(agePart(age)) || (isHot && HOT_AGES.includes(age)))
}

/** Of an exchange that cannot be had here, the reason for each of its parts. */
export function withoutExchange(reason: string, parts: readonly string[]): CellResult {
  const own = [READY, ...AGES.map(agePart), HOT, FIRST].filter((part) => parts.includes(part))
  return { isLossy: false, readings: {}, unread: Object.fromEntries(own.map((part) => [part, reason])) }
}

export function resultOf({ ready, first, by }: Young, parts: readonly string[]): CellResult {
  const ages = agesOf(parts)
  const countAt = (age: number): number => by[ages.indexOf(age)]!
  const readings: Record<string, Reading> = {}
  if (parts.includes(READY)) readings[READY] = readingOf(ready)
  for (const age of AGES) if (parts.includes(agePart(age))) readings[agePart(age)] = readingOf(countAt(age))
  if (parts.includes(HOT)) readings[HOT] = readingOf(hotRate(countAt))
  if (parts.includes(FIRST)) readings[FIRST] = readingOf(first)
  return { isLossy: false, readings }
}

/** Messages a second. */
function hotRate(countAt: (age: number) => number): number {
  const [begin, end] = HOT_AGES
  return ((countAt(end) - countAt(begin)) / (end - begin)) * 1_000
}
