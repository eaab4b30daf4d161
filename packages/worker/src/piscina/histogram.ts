/** Piscina's histograms: milliseconds of running and waiting, by percentiles. */

import type { RecordableHistogram } from 'node:perf_hooks'
import { createHistogram } from '../create-histogram.ts'

const PERCENTILES = {
  p0_001: 0.001,
  p0_01: 0.01,
  p0_1: 0.1,
  p1: 1,
  p2_5: 2.5,
  p10: 10,
  p25: 25,
  p50: 50,
  p75: 75,
  p90: 90,
  p97_5: 97.5,
  p99: 99,
  p99_9: 99.9,
  p99_99: 99.99,
  p99_999: 99.999,
} as const

/** Milliseconds. */
export type HistogramSummary = Record<'average' | 'mean' | 'stddev' | 'min' | 'max' | keyof typeof PERCENTILES, number>

const UNITS_PER_MS = 1000

/** Of a pool that does not measure it has nothing. */
export class PoolHistogram {
  readonly #runTime: RecordableHistogram | undefined
  readonly #waitTime: RecordableHistogram | undefined

  constructor(isTimed: boolean) {
    this.#runTime = isTimed ? createHistogram() : undefined
    this.#waitTime = isTimed ? createHistogram() : undefined
  }

  // Piscina's types, too, do not say that there may be none.
  get runTime(): HistogramSummary {
    return (this.#runTime && summaryOf(this.#runTime)) as HistogramSummary
  }

  get waitTime(): HistogramSummary {
    return (this.#waitTime && summaryOf(this.#waitTime)) as HistogramSummary
  }

  resetRunTime(): void {
    this.#runTime?.reset()
  }

  resetWaitTime(): void {
    this.#waitTime?.reset()
  }

  record(waitMs: number, runMs: number): void {
    if (this.#waitTime !== undefined) recordMs(this.#waitTime, waitMs)
    if (this.#runTime !== undefined) recordMs(this.#runTime, runMs)
  }

  /** Milliseconds of all tasks together. */
  get busyMs(): number {
    const { count, mean } = this.#runTime ?? { count: 0, mean: 0 }
    return count === 0 ? 0 : (mean / UNITS_PER_MS) * count
  }
}

export function recordMs(histogram: RecordableHistogram, ms: number): void {
  histogram.record(Math.max(1, Math.trunc(ms * UNITS_PER_MS)))
}

export function summaryOf(histogram: RecordableHistogram): HistogramSummary {
  const { mean, stddev, min, max } = histogram
  const summary = { average: mean, mean, stddev, min, max } as HistogramSummary
  for (const [name, percent] of Object.entries(PERCENTILES))
    summary[name as keyof typeof PERCENTILES] = histogram.percentile(percent)
  for (const name of Object.keys(summary) as (keyof HistogramSummary)[]) summary[name] /= UNITS_PER_MS
  return summary
}
