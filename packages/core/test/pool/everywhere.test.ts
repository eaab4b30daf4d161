import { expect, test } from 'vitest'
import { isClosedError } from '../../src/errors.ts'
import { isWorkerDiedError, type TaskContext, type WorkerContext } from '@slipring/core/pool'
import { nearPool, pause } from './near-pool.ts'

const workerId = (_: unknown, context: TaskContext): number => context.workerId

test('everywhere runs a task once on each worker that lives, also on one that starts, and gives all results', async () => {
  const { pool } = nearPool(() => ({ default: workerId, slow: () => pause(5) }), { minThreads: 3, maxThreads: 3 })
  expect(await pool.everywhere(undefined)).toEqual([1, 2, 3])
  const slow = Array.from({ length: 30 }, () => pool.run(undefined, { name: 'slow' }))
  const [first, second] = [pool.everywhere(undefined), pool.everywhere(undefined)]
  expect([await first, await second]).toEqual([
    [1, 2, 3],
    [1, 2, 3],
  ])
  await Promise.all(slow)
  expect(pool.stats()).toMatchObject({ completed: 39, failed: 0, pending: 0 })
})

test('a worker that ends before it could begin is left out, and one that dies while it runs rejects', async () => {
  const { pool, workers } = nearPool(() => ({ default: workerId, slow: () => pause(20) }), {
    minThreads: 3,
    maxThreads: 3,
  })
  await pool.everywhere(undefined)
  const slow = [1, 2, 3].map(() => pool.run(undefined, { name: 'slow' }))
  const outcomes = Promise.allSettled(slow)
  await pause(2)
  const all = pool.everywhere(undefined)
  workers[1]!.die(3)
  expect(await all).toEqual([1, 3])
  expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])

  const running = pool.everywhere(undefined, { name: 'slow' })
  await pause(5)
  workers[0]!.die(4)
  const error = await running.catch((reason: unknown) => reason)
  expect(isWorkerDiedError(error)).toBe(true)
  expect(pool.pending).toBe(0)
})

test('everywhere on an empty pool says what to do, and on a closed one that it is closed', async () => {
  const { pool, isHeld } = nearPool(() => ({ default: workerId }), { minThreads: 0 })
  await expect(pool.everywhere(undefined)).rejects.toThrow(
    /^Cannot run a task everywhere: the pool has no worker now; use a minThreads from 1/,
  )
  await expect(pool.everywhere(undefined, { signl: 1 } as never)).rejects.toThrow(/"signl": did you mean "signal"\?/)
  await expect(pool.everywhere(undefined, { key: 1 } as never)).rejects.toThrow(/an option "key"/)
  expect(isHeld()).toBe(false)
  await pool.close()
  expect(isClosedError(await pool.everywhere(undefined).catch((error: unknown) => error))).toBe(true)
})

test('a signal cancels what runs everywhere, and a failure comes when all are settled', async () => {
  let count = 0
  const calls = { begun: 0 }
  const module = {
    default: async (_: unknown, { signal }: TaskContext) => {
      calls.begun++
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      count++
    },
    odd: async (_: unknown, context: TaskContext) => {
      if (context.workerId === 1) throw new RangeError('not here')
      await pause(5)
      count++
    },
  }
  const { pool, living } = nearPool(() => module, { minThreads: 2, maxThreads: 2, graceMs: 5000 })
  const controller = new AbortController()
  const all = pool.everywhere(undefined, { signal: controller.signal })
  while (calls.begun < 2) await pause(1)
  controller.abort(new Error('enough'))
  await expect(all).rejects.toThrow('enough')
  expect([count, living().length]).toEqual([2, 2])
  await expect(pool.everywhere(undefined, { name: 'odd' })).rejects.toThrow('not here')
  expect(count).toBe(3)
})

test('broadcast reaches every worker, also one that comes later, before its setup', async () => {
  const setups: unknown[] = []
  const module = {
    default: (_: unknown, { broadcast }: TaskContext<{ rate: number }>) => broadcast,
    setup: ({ broadcast }: WorkerContext) => setups.push(broadcast),
  }
  const { pool, workers } = nearPool(() => module, { minThreads: 2, maxThreads: 3 })
  // The first workers have been started, and read it before their setup.
  pool.broadcast({ rate: 0 })
  expect(await pool.run(1)).toEqual({ rate: 0 })
  pool.broadcast({ rate: 1 })
  const before = pool.run(1)
  pool.broadcast({ rate: 2 })
  expect([await before, await pool.everywhere(1)]).toEqual([{ rate: 1 }, [{ rate: 2 }, { rate: 2 }]])
  workers[0]!.die()
  pool.resize({ minThreads: 3 })
  await pause(5)
  expect(await pool.everywhere(1)).toEqual([{ rate: 2 }, { rate: 2 }, { rate: 2 }])
  expect(setups).toEqual([{ rate: 0 }, { rate: 0 }, { rate: 2 }, { rate: 2 }])
})

test('a value that cannot be cloned is broadcast to nobody, also by a pool without workers', async () => {
  for (const minThreads of [0, 1]) {
    const { pool } = nearPool(() => ({ default: (_: unknown, { broadcast }: TaskContext) => broadcast }), {
      minThreads,
    })
    pool.broadcast('first')
    expect(() => pool.broadcast(() => {})).toThrow(expect.objectContaining({ name: 'DataCloneError' }))
    expect(await pool.run(1)).toBe('first')
    await pool.close()
    expect(() => pool.broadcast('last')).toThrow(/Cannot broadcast a value: the pool is closed/)
  }
})

test('a value that cannot be cloned is broadcast to nobody, also while every worker ends', async () => {
  const { pool, living } = nearPool(() => ({ default: () => 1, slow: () => pause(1000) }), { minThreads: 0 })
  await pool.run(0)
  const controller = new AbortController()
  const slow = pool.run(0, { name: 'slow', signal: controller.signal })
  await pause(5)
  controller.abort('enough')
  expect(living()).toHaveLength(1)
  expect(() => pool.broadcast(() => {})).toThrow(expect.objectContaining({ name: 'DataCloneError' }))
  await expect(slow).rejects.toBe('enough')
  expect(await pool.run(0)).toBe(1)
})
