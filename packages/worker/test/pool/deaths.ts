/** A trial: tasks while workers die at random, by what they run, by themselves, and because tasks are cancelled. */

import { isWorkerDiedError, Pool } from '@slipring/worker'
import type { Fate } from './mortal.worker.ts'

export interface DeathTally {
  readonly results: number
  readonly thrown: number
  readonly died: number
  readonly cancelled: number
}

const CONCURRENCY = 200
/** Of 1,000 tasks. */
const FATES: readonly (readonly [share: number, fate: Fate])[] = [
  [2, 'exit'],
  [1, 'stuck'],
  [50, 'throw'],
  [100, 'later'],
  [847, 'result'],
]
const LONGEST_STUCK_MS = 20

/** Throws when a task is not settled as it must be, or the pool is not as before. */
export async function runDeaths(count: number, threads: number): Promise<DeathTally> {
  const begun = new Int32Array(new SharedArrayBuffer((count + 1) * Int32Array.BYTES_PER_ELEMENT))
  const pool = new Pool<typeof import('./mortal.worker.ts')>({
    filename: new URL('mortal.worker.ts', import.meta.url),
    minThreads: threads,
    maxThreads: threads,
    workerData: begun,
  })
  const tally = { results: 0, thrown: 0, died: 0, cancelled: 0 }
  const settled = new Uint8Array(count)
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < count) {
      const index = next++
      const fate = fateOf(Math.random() * 1000)
      await runOne(index, fate)
      settled[index]!++
    }
  }
  const runOne = async (index: number, fate: Fate): Promise<void> => {
    const signal = fate === 'stuck' ? AbortSignal.timeout(Math.floor(Math.random() * LONGEST_STUCK_MS)) : undefined
    try {
      const result = await pool.run([index, fate], { signal })
      require(result === index && begun[index] === 1 && fate !== 'throw', index, fate, result)
      tally.results++
    } catch (error) {
      require(begun[index]! <= 1, index, fate, error)
      if (isWorkerDiedError(error)) tally.died++
      else if (signal?.aborted === true && error === signal.reason) tally.cancelled++
      else if (error instanceof TypeError && fate === 'throw') tally.thrown++
      else throw error
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, lane))
  require(settled.every((times) => times === 1), -1, 'result', settled)
  require(pool.pending === 0 && pool.queueSize === 0, -1, 'result', pool.stats())
  // From now on they live.
  Atomics.store(begun, count, 1)
  await areAllAlive(pool, threads)
  await pool.close()
  require(pool.stats().workers.length === 0, -1, 'result', pool.stats())
  return tally
}

/** Those that have died meanwhile are replaced. */
async function areAllAlive(pool: Pool, threads: number): Promise<void> {
  const until = performance.now() + 20_000
  while (performance.now() < until) {
    const { workers } = pool.stats()
    if (workers.length === threads && workers.every(({ isReady, pending }) => isReady && pending === 0)) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error(`The pool has not all of its ${threads} threads: ${JSON.stringify(pool.stats())}`)
}

function fateOf(random: number): Fate {
  let upTo = 0
  for (const [share, fate] of FATES) if (random < (upTo += share)) return fate
  return 'result'
}

function require(isTrue: boolean, index: number, fate: Fate, seen: unknown): void {
  if (!isTrue) throw new Error(`Task ${index} (${fate}) went wrong`, { cause: seen })
}
