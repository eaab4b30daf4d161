/** Time of a short operation: mitata's loop, in batches long enough for any clock. */

import { measure } from 'mitata'
import type { CellTask, Meter, Reading } from '../cell.ts'

// Fifty steps of the coarsest clock, that of Firefox.
const BATCH_MS = 1
const MAX_BATCH = 4_096
const NANOS_PER_MS = 1e6
const FEWEST_SAMPLES = 5

export type Duration = Pick<CellTask, 'warmUpMs' | 'windowMs'>

/** The time of `run`. */
export async function timeBatches(run: () => void, { warmUpMs, windowMs }: Duration, meter: Meter): Promise<Reading> {
  const perMs = warmUp(
    (count) => {
      const startedAt = performance.now()
      for (let i = 0; i < count; i++) run()
      return performance.now() - startedAt
    },
    Infinity,
    warmUpMs,
  )
  const wanted = Math.min(MAX_BATCH, BATCH_MS * perMs)
  const batch = wanted < 4 ? Math.max(1, Math.round(wanted)) : Math.round(wanted / 4) * 4
  await meter.collectGarbage()
  const cpuAtStart = await meter.cpuMicros()
  const stats = await measure(run, {
    gc: false,
    min_cpu_time: windowMs * NANOS_PER_MS,
    min_samples: FEWEST_SAMPLES,
    batch_samples: batch,
    batch_unroll: batch % 4 === 0 ? 4 : 1,
    // Always in batches of the size asked for, however long the operation takes.
    warmup_threshold: Infinity,
    batch_threshold: Infinity,
  })
  const cpuAtEnd = await meter.cpuMicros()
  const cpuMicros = cpuAtStart === null || cpuAtEnd === null ? null : (cpuAtEnd - cpuAtStart) / stats.ticks
  return { value: stats.avg, p50: stats.p50, p99: stats.p99, cpuMicros, bytes: null, count: stats.ticks }
}

/** As `timeBatches`, for an operation that needs preparation: `run` does it `count` times and says how long it took. */
export async function timeOwn(
  run: (count: number) => number,
  mostAtOnce: number,
  { warmUpMs, windowMs }: Duration,
  meter: Meter,
): Promise<Reading> {
  const perMs = warmUp(run, mostAtOnce, warmUpMs)
  const batch = Math.max(1, Math.min(mostAtOnce, MAX_BATCH, Math.round(BATCH_MS * perMs)))
  await meter.collectGarbage()
  const stats = await measure(
    function* () {
      yield { manual: () => (run(batch) * NANOS_PER_MS) / batch, budget: 'real' } as unknown as () => number
    },
    {
      gc: false,
      min_cpu_time: windowMs * NANOS_PER_MS,
      min_samples: FEWEST_SAMPLES,
    },
  )
  // The processor time of the preparation cannot be told from that of the operation.
  return { value: stats.avg, p50: stats.p50, p99: stats.p99, cpuMicros: null, bytes: null, count: stats.ticks * batch }
}

/** Runs until the code is hot; returns how many operations go into a millisecond. */
function warmUp(run: (count: number) => number, mostAtOnce: number, warmUpMs: number): number {
  let perMs = 0
  for (let count = 1, elapsedMs = 0; elapsedMs < warmUpMs;) {
    const ms = run(count)
    elapsedMs += ms
    perMs = count / Math.max(ms, 0.001)
    // Longer and longer, so that a coarse clock is not what gets hot, and the last run tells the speed of hot code.
    if (ms < warmUpMs / 4) count = Math.min(mostAtOnce, count * 2)
  }
  return perMs
}
