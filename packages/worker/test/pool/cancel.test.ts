import { setTimeout } from 'node:timers/promises'
import { transferableAbortController } from 'node:util'
import { expect, test, vi } from 'vitest'
import { isWorkerDiedError } from '@slipring/worker'
import { openPool } from './open-pool.ts'
import { sharedWords, unblock } from './shared-words.ts'

test('a signal that is aborted already rejects the task at once, and it never runs', async () => {
  const pool = openPool()
  const words = sharedWords()
  await expect(pool.run(words, { name: 'count', signal: AbortSignal.abort('no') })).rejects.toBe('no')
  await pool.run(1)
  expect(words[0]).toBe(0)
})

test('a task that is cancelled before it begins never runs, and its worker goes on', async () => {
  const pool = openPool()
  const [gate, words] = [sharedWords(), sharedWords()]
  const thread = await pool.run(undefined, { name: 'thread' })
  const running = pool.run(gate, { name: 'block' })
  const controller = new AbortController()
  const waiting = Array.from({ length: 200 }, () => pool.run(words, { name: 'count', signal: controller.signal }))
  await setTimeout(20)
  controller.abort(new RangeError('changed my mind'))
  const outcomes = await Promise.allSettled(waiting)
  expect(
    outcomes.every((outcome) => outcome.status === 'rejected' && outcome.reason.message === 'changed my mind'),
  ).toBe(true)
  unblock(gate)
  expect(await running).toBe(1)
  expect(await pool.run(undefined, { name: 'thread' })).toBe(thread)
  expect(words[0]).toBe(0)
})

test('a task that is cancelled while it runs ends its worker, and the others of that worker run elsewhere', async () => {
  const pool = openPool()
  const controller = new AbortController()
  const stuck = pool.run(sharedWords(), { name: 'block', signal: controller.signal })
  const others = Array.from({ length: 100 }, (_, index) => pool.run(index))
  await setTimeout(50)
  controller.abort()
  await expect(stuck).rejects.toMatchObject({ name: 'AbortError' })
  expect(await Promise.all(others)).toEqual(Array.from({ length: 100 }, (_, index) => index * 2))
  expect(pool.stats()).toMatchObject({ completed: 100, failed: 1 })
})

test('a signal that is aborted after its task is done ends no worker, and not the next task in its place', async () => {
  const pool = openPool()
  await pool.run(1)
  const { threadId } = pool.stats().workers[0]!
  for (let round = 0; round < 20; round++) {
    const controller = new AbortController()
    expect(await pool.run(round, { signal: controller.signal })).toBe(2 * round)
    const next = pool.run(round + 1)
    controller.abort()
    expect(await next).toBe(2 * round + 2)
  }
  expect(pool.stats()).toMatchObject({ failed: 0, workers: [{ threadId }] })
})

test('cancelling ever so many running tasks in a row does not slow the pool down', async () => {
  const pool = openPool({ minThreads: 1 })
  for (let round = 0; round < 10; round++) {
    const words = sharedWords()
    await expect(pool.run(words, { name: 'block', timeout: 1 })).rejects.toMatchObject({ name: 'TimeoutError' })
  }
  expect(await pool.run(1)).toBe(2)
})

test('a task that takes too long rejects with a TimeoutError, which says from when the time was counted', async () => {
  const pool = openPool()
  const late = pool.run(10_000, { name: 'wait', timeout: 20 })
  await expect(late).rejects.toMatchObject({ name: 'TimeoutError', message: 'No result within 20 ms of the run' })
})

test('a task learns of a signal that it was given in its value and the transfer list, and its worker goes on', async () => {
  const pool = openPool()
  const thread = await pool.run(undefined, { name: 'thread' })
  const words = sharedWords()
  const controller = transferableAbortController()
  const { signal } = controller
  const task = pool.run({ words, signal }, { name: 'countUntilAborted', transferList: [signal] })
  await vi.waitFor(() => expect(words[0]).toBeGreaterThan(0), { timeout: 20_000 })
  controller.abort()
  expect(await task).toBe('aborted')
  expect(await pool.run(undefined, { name: 'thread' })).toBe(thread)
})

test('a task whose deadline is over before a worker is free never runs', async () => {
  const pool = openPool()
  const [gate, words] = [sharedWords(), sharedWords()]
  const running = pool.run(gate, { name: 'block' })
  const late = pool.run(words, { name: 'count', deadline: 20 })
  await expect(late).rejects.toMatchObject({ name: 'TimeoutError', message: 'No result within 20 ms of the call' })
  unblock(gate)
  expect(await running).toBe(1)
  expect(words[0]).toBe(0)
})

test('a neighbour of a cancelled task learns why its worker has ended, and not the reason of another caller', async () => {
  const pool = openPool({ concurrentTasksPerWorker: 2 })
  const controller = new AbortController()
  const [began, elsewhere] = [sharedWords(), sharedWords()]
  const cancelled = pool.run(began, { name: 'countAndWait', signal: controller.signal })
  const neighbour = pool.run(began, { name: 'countAndWait' }).catch((error: unknown) => error)
  const behind = pool.run(elsewhere, { name: 'count' })
  await vi.waitFor(() => expect(began[0]).toBe(2), { timeout: 20_000 })
  controller.abort(new RangeError('a private reason'))
  await expect(cancelled).rejects.toThrow('a private reason')
  const error = await neighbour
  expect(isWorkerDiedError(error)).toBe(true)
  expect(error).not.toHaveProperty('cause')
  expect((error as Error).message).toBe(
    'The worker was ended while it ran the task, because another of its tasks was cancelled or took too long: ' +
      'give tasks that may run twice `retries`, or the pool a concurrentTasksPerWorker of 1',
  )
  // It had not begun, and lost nothing.
  expect(await behind).toBe(0)
})

test('a neighbour of a cancelled task runs again where it has retries', async () => {
  const pool = openPool({ concurrentTasksPerWorker: 2 })
  const controller = new AbortController()
  const [gate, words] = [sharedWords(), sharedWords()]
  const cancelled = pool.run(gate, { name: 'countAndWait', signal: controller.signal })
  const neighbour = pool.run(words, { name: 'waitOnce', retries: 1 })
  await vi.waitFor(() => expect([gate[0], words[0]]).toEqual([1, 1]), { timeout: 20_000 })
  controller.abort()
  await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' })
  expect(await neighbour).toBe('second try')
})

test('a signal that many tasks have had keeps no listener of those that are done', async () => {
  const pool = openPool()
  const { signal } = new AbortController()
  const added = vi.spyOn(signal, 'addEventListener')
  const removed = vi.spyOn(signal, 'removeEventListener')
  await Promise.all(
    Array.from({ length: 50 }, (_, index) => pool.run(index, { signal, timeout: 60_000, deadline: 60_000 })),
  )
  expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(added.mock.calls.map(([, listener]) => listener))
  expect(added).toHaveBeenCalledTimes(50)
})

test('a time limit that is longer than timers know is none', async () => {
  const pool = openPool()
  for (const timeout of [2 ** 31, Number.MAX_SAFE_INTEGER, Infinity])
    expect(await pool.run(30, { name: 'wait', timeout, deadline: timeout })).toBe(30)
})
