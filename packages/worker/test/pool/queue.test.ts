import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { isQueueFullError } from '@slipring/worker'
import { openPool } from './open-pool.ts'
import { sharedWords, unblock } from './shared-words.ts'

test('a task beyond maxQueue rejects at once with QueueFullError, and the others are as they were', async () => {
  const pool = openPool({ maxQueue: 2 })
  const gate = sharedWords()
  const taken = [pool.run(gate, { name: 'block' }), pool.run(1), pool.run(2)]
  const refused = await pool.run(3).catch((error: unknown) => error)
  expect(refused).toMatchObject({ name: 'QueueFullError', code: 'ERR_SLIPRING_QUEUE_FULL', maxQueue: 2 })
  expect(isQueueFullError(refused)).toBe(true)
  expect(pool.pending).toBe(3)
  unblock(gate)
  expect(await Promise.all(taken)).toEqual([1, 2, 4])
  expect(await pool.run(3)).toBe(6)
})

test('with maxQueue 0 there is one task for each worker', async () => {
  const pool = openPool({ maxQueue: 0, maxThreads: 2 })
  const gate = sharedWords()
  const taken = [pool.run(gate, { name: 'block' }), pool.run(gate, { name: 'block' })]
  await expect(pool.run(3)).rejects.toMatchObject({ name: 'QueueFullError' })
  await setTimeout(20)
  unblock(gate)
  expect(await Promise.all(taken)).toEqual([1, 1])
})

test('ready resolves when there is room, so a caller can wait instead', async () => {
  const pool = openPool({ maxQueue: 3 })
  const results: Promise<number>[] = []
  for (let index = 0; index < 500; index++) {
    await pool.ready
    results.push(pool.run(index))
  }
  expect(await Promise.all(results)).toEqual(Array.from({ length: 500 }, (_, index) => index * 2))
})

test('drained resolves when no task waits for a worker', async () => {
  const pool = openPool()
  await pool.drained
  const gate = sharedWords()
  const tasks = [pool.run(gate, { name: 'block' }), pool.run(1), pool.run(2)]
  let isDrained = false
  const drained = pool.drained.then(() => (isDrained = true))
  await setTimeout(20)
  expect([isDrained, pool.queueSize > 0]).toEqual([false, true])
  unblock(gate)
  await drained
  expect(pool.queueSize).toBe(0)
  await Promise.all(tasks)
})
