/** Pools that a test leaves behind would hold its threads. */

import { onTestFinished } from 'vitest'
import { Pool, type PoolOptions } from '@slipring/worker'

export type Tasks = typeof import('./tasks.worker.ts')

/** A pool of tasks.worker.ts, or another module beside it, which ends with the test. */
export function openPool<Module = Tasks>(options: Partial<PoolOptions> = {}, file = 'tasks.worker.ts'): Pool<Module> {
  const pool = new Pool<Module>({ filename: new URL(file, import.meta.url), maxThreads: 1, ...options })
  onTestFinished(() => pool.destroy())
  return pool
}
