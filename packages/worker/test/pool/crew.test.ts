/** Beginnings and ends of real workers. Their order and their failures are tested in `packages/core/test/pool`. */

import { spawnSync } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { isPoolLoadError, type Pool, type PoolOptions } from '@slipring/worker'
import { openPool } from './open-pool.ts'
import { sharedWords } from './shared-words.ts'

type Crew = typeof import('./crew.worker.ts')

const open = (options: Partial<PoolOptions> = {}): Pool<Crew> => openPool<Crew>(options, 'crew.worker.ts')
const soon = { timeout: 30_000, interval: 10 }

test('each worker is set up before its first task and torn down before its end, also one that is resized away', async () => {
  const words = sharedWords(2)
  const pool = open({ minThreads: 2, maxThreads: 2, waitForWorkers: true, graceMs: 20_000 })
  pool.broadcast(words)
  await pool.ready
  expect(await pool.everywhere(undefined)).toEqual([1, 2])
  expect([...words]).toEqual([2, 0])
  pool.resize({ minThreads: 1, maxThreads: 1 })
  await vi.waitFor(() => expect(words[1]).toBe(1), soon)
  await pool.close()
  expect([...words]).toEqual([2, 2])
})

test('a setup that nothing can settle is a PoolLoadError that says so', async () => {
  const pool = openPool<typeof import('./stuck-setup.worker.ts')>({}, 'stuck-setup.worker.ts')
  const error = await pool.run(undefined).catch((reason: unknown) => reason)
  expect(isPoolLoadError(error)).toBe(true)
  expect((error as Error).message).toMatch(/its setup, or an await of the module, can never settle$/)
  expect(pool.stats()).toMatchObject({ pending: 0, workers: [] })
})

test('a worker whose heap is too large is replaced, and channels of diagnostics tell the events of the pool', async () => {
  const told: [string, any][] = []
  const tellers = ['workerstart', 'workerend', 'taskend', 'idle'].map((type) => {
    const teller = (message: unknown): void => void told.push([type, message])
    subscribe(`slipring:pool:${type}`, teller)
    return [type, teller] as const
  })
  const pool = open({ recycle: { heapBytes: 60e6 }, graceMs: 20_000 })
  pool.broadcast(sharedWords(2))
  const run = (count: number): Promise<number> => pool.run({ count, ms: 25 }, { name: 'leak' })
  expect(await run(1)).toBe(1)
  expect(pool.stats().workers[0]!.heapBytes).toBeGreaterThan(1e6)
  // About 80 MB.
  expect(await run(10_000)).toBe(1)
  await vi.waitFor(async () => expect(await run(1)).toBe(2), soon)
  await pool.close()
  for (const [type, teller] of tellers) unsubscribe(`slipring:pool:${type}`, teller)
  expect(told.every(([, message]) => message.pool === pool)).toBe(true)
  const starts = told.filter(([type]) => type === 'workerstart').map(([, { workerId }]) => workerId)
  const ends = told.filter(([type]) => type === 'workerend').map(([, { workerId, cause }]) => [workerId, cause])
  expect(starts).toEqual([1, 2])
  expect(ends.toSorted()).toEqual([
    [1, undefined],
    [2, undefined],
  ])
  expect(told.find(([type]) => type === 'taskend')![1]).toMatchObject({ name: 'leak', workerId: 1, isFailed: false })
  expect(told.filter(([type]) => type === 'idle').length).toBeGreaterThan(2)
})

test('to wait for the workers holds the process, and workers that are ready do not', () => {
  const script = fileURLToPath(new URL('ready.process.ts', import.meta.url))
  const options = { encoding: 'utf8', timeout: 60_000 } as const
  const { stdout, stderr, status } = spawnSync(process.execPath, [...process.execArgv, script], options)
  const expected = 'worker true\nworker true\nready 2\neverywhere 2\n'
  expect({ stdout, stderr, status }).toEqual({ stdout: expected, stderr: '', status: 0 })
})
