/** One pool with one kind of task: how long a single task takes, and how many a second there are of many at a time. */

import { ownMicros } from '../process-time.ts'
import { percentile } from '../statistics.ts'
import type { PoolCase } from './cases.ts'
import type { PoolSystem } from './systems.ts'

export interface PoolSample {
  /** Microseconds of a task that is alone. */
  readonly p50: number
  readonly p99: number
  /** Of 100 at a time. */
  readonly perSecond: number
  /** Processor time of all threads for each of those, in microseconds. */
  readonly cpuMicros: number
  /** The share of a core that the pool uses with nothing to do. */
  readonly idle: number
}

const DEPTH = 100
const IDLE_MS = 200

/** `ms`: how long each part is measured; it warms up for twice as long. */
export async function measurePool(
  { open }: PoolSystem,
  { task, call }: PoolCase,
  threads: number,
  ms: number,
): Promise<PoolSample> {
  const pool = open(threads)
  const run = (): Promise<unknown> => pool.run(task, call)
  try {
    await many(run, ms)
    await single(run, ms)
    const times = await single(run, ms)
    const cpuBefore = ownMicros()
    const { count, seconds } = await many(run, ms)
    const cpuMicros = (ownMicros() - cpuBefore) / count
    return {
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
      perSecond: count / seconds,
      cpuMicros,
      idle: await idleShare(),
    }
  } finally {
    await pool.close()
  }
}

/** Microseconds of each, ascending. */
async function single(run: () => Promise<unknown>, ms: number): Promise<Float64Array> {
  const times: number[] = []
  const end = performance.now() + ms
  for (let since = performance.now(); since < end;) {
    await run()
    const now = performance.now()
    times.push((now - since) * 1000)
    since = now
  }
  return Float64Array.from(times).toSorted()
}

async function many(run: () => Promise<unknown>, ms: number): Promise<{ count: number; seconds: number }> {
  let count = 0
  const since = performance.now()
  const end = since + ms
  const lane = async (): Promise<void> => {
    while (performance.now() < end) {
      await run()
      count++
    }
  }
  await Promise.all(Array.from({ length: DEPTH }, lane))
  return { count, seconds: (performance.now() - since) / 1000 }
}

async function idleShare(): Promise<number> {
  // What the last task has left running ends first.
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS / 4))
  const before = ownMicros()
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
  return (ownMicros() - before) / (IDLE_MS * 1000)
}
