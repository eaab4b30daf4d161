/**
 * Time of a short operation, in batches long enough for any clock, and by turns with another one: on a machine whose cores are
 * shared, speed halves for seconds at a time, and only what is measured within the same moments can be compared.
 */

import type { CellTask, Meter, Reading } from '../cell.ts'
import { percentile } from '../statistics.ts'

// Fifty steps of the coarsest clock, that of Firefox.
const BATCH_MS = 1
const MAX_BATCH = 4_096
/** A turn, at least: much longer than it takes to warm the caches again, much shorter than a phase of the machine. */
const TURN_MS = 5
/** For a warm-up or a window with the making of its messages: a codec that loses what is in a Map could use endlessly many. */
const MOST_MS = 1_500
const NANOS_PER_MS = 1e6

export type Duration = Pick<CellTask, 'warmUpMs' | 'windowMs'>

/** An operation to be timed. */
export interface Timed {
  /** Does it so often; returns how many milliseconds that took, without what it needed to prepare it. */
  readonly run: (count: number) => number
  readonly mostAtOnce: number
}

/** The time of `own`, and how many times that of `base` is longer. */
export async function timeByTurns(
  own: Timed,
  base: Timed | undefined,
  duration: Duration,
  meter: Meter,
): Promise<Reading> {
  const turns = new Batches(own, duration.warmUpMs)
  const others = base && new Batches(base, duration.warmUpMs)
  await meter.collectGarbage()
  // As long as the slower one takes at least: else a baseline of a quarter of a second would come after every 5 ms.
  const turnMs = Math.max(TURN_MS, turns.batchMs, others?.batchMs ?? 0)
  const latest = performance.now() + MOST_MS
  do {
    turns.takeTurn(turnMs)
    others?.takeTurn(turnMs)
  } while (turns.elapsedMs < duration.windowMs && performance.now() < latest)
  return { ...turns.reading(), ratio: others === undefined ? null : others.meanNanos() / turns.meanNanos() }
}

class Batches {
  elapsedMs = 0
  /** About how long a batch takes. */
  readonly batchMs: number
  #count = 0
  readonly #nanos: number[] = []
  readonly #timed: Timed
  readonly #batch: number

  constructor(timed: Timed, warmUpMs: number) {
    this.#timed = timed
    const perMs = warmUp(timed, warmUpMs)
    this.#batch = Math.max(1, Math.min(timed.mostAtOnce, MAX_BATCH, Math.round(BATCH_MS * perMs)))
    this.batchMs = this.#batch / perMs
  }

  takeTurn(turnMs: number): void {
    const { run } = this.#timed
    const batch = this.#batch
    let ms = 0
    while (ms < turnMs) {
      const batchMs = run(batch)
      this.#nanos.push((batchMs * NANOS_PER_MS) / batch)
      this.#count += batch
      ms += batchMs
    }
    this.elapsedMs += ms
  }

  meanNanos(): number {
    return (this.elapsedMs * NANOS_PER_MS) / this.#count
  }

  reading(): Reading {
    const nanos = this.#nanos.toSorted((a, b) => a - b)
    return {
      value: this.meanNanos(),
      p50: percentile(nanos, 0.5),
      p99: percentile(nanos, 0.99),
      // That of making the messages would be in it.
      cpuMicros: null,
      bytes: null,
      count: this.#count,
      ratio: null,
    }
  }
}

/** Runs until the code is hot; returns how many operations go into a millisecond. */
function warmUp({ run, mostAtOnce }: Timed, warmUpMs: number): number {
  const latest = performance.now() + MOST_MS
  let [count, elapsedMs, perMs] = [1, 0, 0]
  do {
    const ms = run(count)
    elapsedMs += ms
    perMs = count / Math.max(ms, 0.001)
    // Longer and longer, so that a coarse clock is not what gets hot, and the last run tells the speed of hot code.
    if (ms < warmUpMs / 4) count = Math.min(mostAtOnce, count * 2)
  } while (elapsedMs < warmUpMs && performance.now() < latest)
  return perMs
}
