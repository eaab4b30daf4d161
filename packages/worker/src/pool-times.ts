/** How long tasks wait and run, in the histograms of `node:perf_hooks`. */

import type { RecordableHistogram } from 'node:perf_hooks'
import type { PoolStats, TimeStats } from '@slipring/core/pool'
import { createHistogram } from './create-histogram.ts'

const NS_PER_MS = 1e6

export class PoolTimes {
  readonly #wait = createHistogram()
  readonly #run = createHistogram()

  add(waitMs: number, runMs: number): void {
    record(this.#wait, waitMs)
    record(this.#run, runMs)
  }

  stats(): Required<Pick<PoolStats, 'waitTime' | 'runTime'>> {
    return { waitTime: statsOf(this.#wait), runTime: statsOf(this.#run) }
  }
}

// A histogram takes integers from 1.
function record(histogram: RecordableHistogram, ms: number): void {
  histogram.record(Math.max(1, Math.round(ms * NS_PER_MS)))
}

function statsOf(histogram: RecordableHistogram): TimeStats {
  const { count } = histogram
  if (count === 0) return { count, min: 0, max: 0, mean: 0, p50: 0, p99: 0 }
  return {
    count,
    min: msOf(histogram.min),
    max: msOf(histogram.max),
    mean: msOf(histogram.mean),
    p50: msOf(histogram.percentile(50)),
    p99: msOf(histogram.percentile(99)),
  }
}

function msOf(ns: number): number {
  return ns / NS_PER_MS
}
