/** Workers that cannot be started, as when there are too many threads. */

import { expect, onTestFinished, test, vi } from 'vitest'
import { nearPool, pause } from './near-pool.ts'

const module = { default: (value: number) => value }

/** Refuses the workers of these numbers. */
const refuse =
  (isRefused: (id: number) => boolean) =>
  (id: number): void => {
    if (isRefused(id)) throw new Error(`no thread ${id}`)
  }

test('a pool whose first worker cannot be started is not made', () => {
  expect(() => nearPool(() => module, { beforeStart: refuse(() => true) })).toThrow('no thread 1')
})

test.each([
  ['', {}],
  ['of a key ', { key: 'a key' }],
  ['of a priority ', { priority: 1 }],
])('a task %swhose worker is the first, and cannot be started, rejects, and so do others', async (_, options) => {
  const { pool, workers, isHeld } = nearPool(() => module, { minThreads: 0, beforeStart: refuse(() => true) })
  const settled = Promise.allSettled([pool.run(1, options), pool.run(2, options)])
  const reason = new Error('no thread 1')
  expect(await Promise.race([settled, pause(1000)])).toEqual([
    { status: 'rejected', reason },
    { status: 'rejected', reason },
  ])
  expect([workers, isHeld()]).toEqual([[], false])
  expect(pool.stats()).toMatchObject({ failed: 1, pending: 0 })
})

test('a worker that cannot be started beside others is started later, and they go on', async () => {
  const { pool, workers } = nearPool(() => module, { maxThreads: 2, beforeStart: refuse((id) => id === 2 || id === 3) })
  const errors: unknown[] = []
  pool.addEventListener('error', ({ workerId, threadId, error }) => errors.push([workerId, threadId, error]))
  pool.resize({ minThreads: 2 })
  expect(await pool.run(1)).toBe(1)
  await vi.waitFor(() => expect(pool.stats().workers.filter(({ isReady }) => isReady)).toHaveLength(2))
  expect(workers.map(({ id }) => id)).toEqual([1, 4])
  expect(errors).toEqual([2, 3].map((id) => [id, undefined, new Error(`no thread ${id}`)]))
})

test('a pool whose only worker dies waits for another that cannot be started at once, and its tasks do', async () => {
  const { pool, workers } = nearPool(() => module, { beforeStart: refuse((id) => id === 2) })
  expect(await pool.run(1)).toBe(1)
  workers[0]!.die()
  expect(await pool.run(2)).toBe(2)
  expect(workers.map(({ id }) => id)).toEqual([1, 3])
})

test('a pool that can start no worker for long gives up, and its tasks reject', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { pool, workers } = nearPool(() => module, { beforeStart: refuse((id) => id > 1) })
  expect(await pool.run(1)).toBe(1)
  workers[0]!.die()
  const waiting = expect(pool.run(2)).rejects.toThrow('no thread 8')
  for (let left = 20; left > 0; left--) {
    await new Promise(setImmediate)
    await vi.advanceTimersByTimeAsync(1000)
  }
  await waiting
  await expect(pool.run(3)).rejects.toThrow('no thread 8')
})
