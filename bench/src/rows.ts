/** The rows of the report: medians and quartiles over the turns, and ratios to the baseline. */

import type { Reading } from './cell.ts'
import type { Series } from './schedule.ts'
import { median, quartiles } from './statistics.ts'
import type { Part } from './suite.ts'

export interface Summary {
  readonly median: number
  readonly q1: number
  readonly q3: number
}

export interface Row {
  readonly workload: string
  readonly part: string
  readonly unit: Part['unit']
  readonly system: string
  readonly value: Summary | null
  /** How many times better than the baseline by turns with it; where a cell does not tell, in the same round. */
  readonly ratio: Summary | null
  readonly baseline: string
  readonly p50: number | null
  readonly p99: number | null
  readonly cpuMicros: number | null
  readonly bytes: number | null
  readonly isLossy: boolean
  /** The first thing that came back different, where the cell tells. */
  readonly alters?: string
  /** Why it does not take part. */
  readonly cannot?: string
  readonly broken: string | null
  /** The value of every turn. */
  readonly turns: readonly number[]
}

/** One row for everyone who takes part: a cloner shows no bytes and so has no encoding to measure. */
export function rowsOf(all: readonly Series[]): Row[] {
  return all
    .filter(
      ({ broken, cannot, readings }) =>
        broken !== undefined || cannot !== undefined || readings.some((reading) => reading !== undefined),
    )
    .map((series) => rowOf(series, baselineOf(series, all)))
}

function baselineOf({ workload, part }: Series, all: readonly Series[]): Series | undefined {
  return all.find(
    (series) => series.workload === workload && series.part === part && series.contestant.label === part.baseline,
  )
}

function rowOf(series: Series, baseline: Series | undefined): Row {
  const { workload, part, contestant, isLossy, alters, cannot, broken } = series
  // Readings of a system before it broke count for nothing.
  const readings = broken === undefined ? series.readings.filter((reading) => reading !== undefined) : []
  const turns = readings.map((reading) => reading.value)
  return {
    workload,
    part: part.name,
    unit: part.unit,
    system: contestant.label,
    value: summaryOf(turns),
    ratio: broken === undefined ? summaryOf(ratiosOf(series, baseline)) : null,
    baseline: part.baseline,
    p50: medianOrNull(readings, (reading) => reading.p50),
    p99: medianOrNull(readings, (reading) => reading.p99),
    cpuMicros: medianOrNull(readings, (reading) => reading.cpuMicros),
    bytes: medianOrNull(readings, (reading) => reading.bytes),
    isLossy,
    ...(alters === undefined ? {} : { alters }),
    ...(cannot === undefined ? {} : { cannot }),
    broken: broken ?? null,
    turns,
  }
}

function ratiosOf({ part, readings }: Series, baseline: Series | undefined): number[] {
  // How fast a baseline is that does not do the job means nothing.
  if (part.hasNoRatio === true || baseline === undefined || baseline.broken !== undefined || baseline.isLossy) return []
  return readings.flatMap((own, turn) => {
    const base = baseline.readings[turn]
    // To nothing at all there is no ratio.
    if (own === undefined || base === undefined || base.value === 0) return []
    if (own.ratio !== null) return [own.ratio]
    return [part.better === 'more' ? own.value / base.value : base.value / own.value]
  })
}

function summaryOf(values: readonly number[]): Summary | null {
  if (values.length === 0) return null
  const [q1, q3] = quartiles(values)
  return { median: median(values), q1, q3 }
}

function medianOrNull(readings: readonly Reading[], pick: (reading: Reading) => number | null): number | null {
  const numbers = readings.map(pick).filter((value) => value !== null)
  return numbers.length === 0 ? null : median(numbers)
}
