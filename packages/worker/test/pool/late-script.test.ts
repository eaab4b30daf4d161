import { Pool, poolLimitsOf } from '@slipring/core/pool'
import { onTestFinished, expect, test } from 'vitest'
import { nodeHost } from '../../src/node-host.ts'
import { startPoolThread } from '../../src/pool-thread.ts'

/** As in a bundle, where the text of the workers' script is loaded first. */
function poolAfter(ready: Promise<void>): { pool: Pool; started: () => number } {
  const filename = new URL('tasks.worker.ts', import.meta.url).href
  let started = 0
  const limits = poolLimitsOf({ maxThreads: 3 }, [], 3)
  const platform = {
    host: nodeHost,
    isShared: true,
    moduleName: filename,
    ready,
    start: (...[setup, events]: Parameters<ConstructorParameters<typeof Pool>[0]['start']>) => {
      started++
      return startPoolThread({ ...setup, filename }, {}, events)
    },
    hold: () => {},
  }
  const pool = new Pool(platform, limits)
  onTestFinished(() => pool.destroy())
  return { pool, started: () => started }
}

test('a pool whose script comes late then starts as many workers as its tasks want', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { pool, started } = poolAfter(promise)
  const results = [1, 2, 3, 4].map((value) => pool.run(value))
  expect(started()).toBe(0)
  resolve()
  expect(await Promise.all(results)).toEqual([2, 4, 6, 8])
  expect(started()).toBe(3)
})

test('a pool whose script does not come rejects its tasks with the reason', async () => {
  const reason = new Error('there is no such chunk')
  const { pool } = poolAfter(Promise.reject(reason))
  await expect(pool.run(1)).rejects.toBe(reason)
  await expect(pool.run(2)).rejects.toBe(reason)
})

test('a pool that is closed before its script comes starts no worker', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { pool, started } = poolAfter(promise)
  await pool.close()
  resolve()
  await promise
  expect(started()).toBe(0)
})
