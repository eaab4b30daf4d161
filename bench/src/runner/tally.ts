/** Collects the samples of all rounds of a case. */

import { build, type Histogram } from 'hdr-histogram-js'
import { median, percentile, quartiles } from '../statistics.ts'
import type { HeapUse } from './heap-watch.ts'
import type { Counters } from './preparation.ts'
import type { Turn } from './contender.ts'
import { whyUntold } from './doubts.ts'

export interface Middle {
  readonly median: number
  readonly q1: number
  readonly q3: number
}

/** Nanoseconds of an operation, over all samples. */
interface Times extends Middle {
  /** The median of the means of the turns: pauses to collect garbage are in it. */
  readonly mean: number
  readonly min: number
  readonly p90: number
  readonly p99: number
  readonly p999: number
  readonly max: number
  readonly samples: number
  /** How many operations a sample is the mean of. */
  readonly operationsPerSample: number
  /** Processor time of the process; null where it cannot be read. */
  readonly cpuNanos: number | null
}

export interface Summary {
  readonly times: Times
  /** The median of what the baseline took in the same turns, in nanoseconds. Null: there is none. */
  readonly baselineNanos: number | null
  /** How many times as long the baseline took: middle and quartiles of the ratios of single turns. */
  readonly ratio: Middle | null
  /** Of each round, in a thread of its own: the median of the times, and the ratio where there is a baseline. */
  readonly rounds: { readonly medians: readonly number[]; readonly ratios: readonly number[] }
  /** Heap use of an operation in the thread that measures; null where a runtime does not tell, and for a case with input. */
  readonly heap: HeapUse | null
  /** By how much the counters of the case grow in an operation: the medians of the turns. */
  readonly counts: Counters
  /** How the samples spread: nanoseconds by the share of samples that took no longer. */
  readonly distribution: readonly (readonly [share: number, nanos: number])[]
}

// The histogram counts whole numbers: picoseconds, for what takes less than a nanosecond.
const PER_NANO = 1000
const MOST_NANOS = 1e12
const DIGITS = 3
const SHARES = [0, 0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 0.995, 0.999, 0.9999, 1]

type Role = 'own' | 'baseline'

export class Tally {
  /** Turns of a round that is not whole yet. */
  #round: Turn[] = []
  readonly #samples: Record<Role, Histogram> = { own: emptyHistogram(), baseline: emptyHistogram() }
  readonly #medians: Record<Role, number[]> = { own: [], baseline: [] }
  readonly #rounds: { medians: number[]; ratios: number[] } = { medians: [], ratios: [] }
  readonly #means: number[] = []
  readonly #cpuNanos: number[] = []
  readonly #heap: HeapUse[] = []
  readonly #counts: Counters[] = []
  #operationsPerSample = 1

  add(turn: Turn): void {
    this.#round.push(turn)
  }

  /** Nothing disturbed the round: its turns count, and null is given. Else why they do not. */
  keepRound(): string | null {
    const broken = whyUntold(this.#round.filter(({ role }) => role === 'own'))
    if (broken !== null) return broken
    const begun = this.#medians.own.length
    for (const turn of this.#round) this.#count(turn)
    this.#round = []
    const own = median(this.#medians.own.slice(begun))
    this.#rounds.medians.push(own)
    const ratios = this.#ratios().slice(begun)
    if (ratios.length > 0) this.#rounds.ratios.push(median(ratios))
    return null
  }

  dropRound(): void {
    this.#round = []
  }

  /** Undefined when nothing has been measured. */
  summary(): Summary | undefined {
    if (this.#means.length === 0) return undefined
    const { own, baseline } = this.#samples
    const middle = nanosAt(own, 0.5)
    const hasBaseline = this.#ratios().length > 0
    const baselineNanos = hasBaseline ? nanosAt(baseline, 0.5) : null
    return {
      times: {
        median: middle,
        q1: nanosAt(own, 0.25),
        q3: nanosAt(own, 0.75),
        mean: median(this.#means),
        min: nanosAt(own, 0),
        p90: nanosAt(own, 0.9),
        p99: nanosAt(own, 0.99),
        p999: nanosAt(own, 0.999),
        max: nanosAt(own, 1),
        samples: own.totalCount,
        operationsPerSample: this.#operationsPerSample,
        cpuNanos: this.#cpuNanos.length === 0 ? null : median(this.#cpuNanos),
      },
      baselineNanos,
      ratio: hasBaseline ? this.#ratio() : null,
      rounds: this.#rounds,
      heap: this.#heap.length === 0 ? null : meanHeap(this.#heap),
      counts: mediansOf(this.#counts),
      distribution: SHARES.map((share) => [share, nanosAt(own, share)]),
    }
  }

  #count({ role: measured, samples, operations, cpuNanos, heap, counts }: Turn): void {
    const role = measured === 'own' ? 'own' : 'baseline'
    const histogram = this.#samples[role]
    for (const nanos of samples)
      histogram.recordValue(Math.round(Math.min(Math.max(nanos, 1 / PER_NANO), MOST_NANOS) * PER_NANO))
    this.#medians[role].push(percentile(samples, 0.5))
    if (role === 'baseline') return
    this.#means.push(samples.reduce((sum, nanos) => sum + nanos, 0) / samples.length)
    if (cpuNanos !== null) this.#cpuNanos.push(cpuNanos)
    if (heap !== null) this.#heap.push(heap)
    if (Object.keys(counts).length > 0) this.#counts.push(counts)
    this.#operationsPerSample = operations
  }

  /** Of single turns, each by the turn of the baseline beside it; none without a baseline that the clock can tell. */
  #ratios(): number[] {
    const { own, baseline } = this.#medians
    if (baseline.length > 0 && median(baseline) === 0) return []
    return baseline.map((nanos, turn) => nanos / own[turn]!)
  }

  #ratio(): Middle {
    const ratios = this.#ratios()
    const [q1, q3] = quartiles(ratios)
    return { median: median(ratios), q1, q3 }
  }
}

/** A turn may have no collection at all, so collections are the mean of the turns. */
function meanHeap(turns: readonly HeapUse[]): HeapUse {
  const mean = (pick: (one: HeapUse) => number): number => turns.reduce((sum, one) => sum + pick(one), 0) / turns.length
  return {
    bytes: median(turns.map(({ bytes }) => bytes)),
    collections: mean(({ collections }) => collections),
    pauseNanos: mean(({ pauseNanos }) => pauseNanos),
  }
}

function mediansOf(turns: readonly Counters[]): Counters {
  const names = Object.keys(turns[0] ?? {})
  return Object.fromEntries(names.map((name) => [name, median(turns.map((counts) => counts[name] ?? 0))]))
}

function nanosAt(histogram: Histogram, share: number): number {
  const picos = share === 0 ? histogram.minNonZeroValue : histogram.getValueAtPercentile(share * 100)
  return picos / PER_NANO
}

function emptyHistogram(): Histogram {
  return build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: MOST_NANOS * PER_NANO,
    numberOfSignificantValueDigits: DIGITS,
  })
}
