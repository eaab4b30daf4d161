/** The time limit of a task's run, on a clock and a worker that the test moves. */

import { expect, test } from 'vitest'
import { Pool, poolLimitsOf, type PoolOptions, type PoolThread, type ThreadEvents } from '@slipring/core/pool'
import { Claims } from '../../src/pool/claims.ts'

interface FakeWorker {
  readonly claims: Claims
  readonly events: ThreadEvents
  /** Numbers of the tasks that were posted. */
  readonly posted: number[]
  isEnded: boolean
}

function open(options: PoolOptions) {
  const workers: FakeWorker[] = []
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>()
  let now = 0
  const pool = new Pool(
    {
      host: {
        now: () => now,
        later: (callback, ms) => {
          const timer = { at: now + ms, callback }
          timers.add(timer)
          return () => timers.delete(timer)
        },
      },
      isShared: true,
      moduleName: 'a fake',
      start: (setup, events): PoolThread => {
        const worker: FakeWorker = { claims: new Claims(setup.claims), events, posted: [], isEnded: false }
        workers.push(worker)
        return {
          threadId: undefined,
          postMessage: (message) =>
            void worker.posted.push(Array.isArray(message) ? (message[0] as number) : (worker.posted.at(-1) ?? 0) + 1),
          terminate: () => (worker.isEnded = true),
        }
      },
      hold: () => {},
    },
    poolLimitsOf({ idleTimeout: Infinity, maxThreads: 1, ...options }, [], 1),
  )
  return {
    pool,
    workers,
    timers,
    pass(ms: number) {
      now += ms
      for (const timer of timers) {
        if (timer.at > now) continue
        timers.delete(timer)
        timer.callback()
      }
    },
  }
}

const load = ({ events }: FakeWorker): void => events.onMessage([-1])
const finish = ({ events }: FakeWorker, number: number): void => events.onMessage([number, `result ${number}`])

test('the wait for a worker does not count', async () => {
  const { pool, workers, timers, pass } = open({})
  const tasks = Array.from({ length: 3 }, () => pool.run(0, { timeout: 300 }))
  pass(1000)
  const [worker] = workers as [FakeWorker]
  load(worker)
  for (const number of [1, 2, 3]) {
    worker.claims.take(number)
    pass(200)
    finish(worker, number)
  }
  expect(await Promise.all(tasks)).toEqual(['result 1', 'result 2', 'result 3'])
  expect(timers.size).toBe(0)
})

test('behind a task that is sent ahead it does not count either', async () => {
  const { pool, workers, pass } = open({})
  const [worker] = workers as [FakeWorker]
  load(worker)
  const long = pool.run(0)
  const limited = pool.run(0, { timeout: 300 })
  expect(worker.posted).toEqual([1, 2])
  worker.claims.take(1)
  pass(1000)
  finish(worker, 1)
  worker.claims.take(2)
  pass(299)
  finish(worker, 2)
  expect(await Promise.all([long, limited])).toEqual(['result 1', 'result 2'])
})

test('its time begins when those before it are done or were taken back', async () => {
  const { pool, workers, pass } = open({})
  const [worker] = workers as [FakeWorker]
  load(worker)
  const controller = new AbortController()
  const cancelled = pool.run(0, { signal: controller.signal })
  const limited = pool.run(0, { timeout: 300 })
  const behind = pool.run(0, { timeout: 300 })
  pass(1000)
  controller.abort('no')
  await expect(cancelled).rejects.toBe('no')
  worker.claims.take(2)
  pass(299)
  finish(worker, 2)
  worker.claims.take(3)
  pass(300)
  expect(await limited).toBe('result 2')
  await expect(behind).rejects.toMatchObject({ name: 'TimeoutError' })
  expect(worker.isEnded).toBe(true)
})

test('a run that takes longer ends its worker', async () => {
  const { pool, workers, pass } = open({})
  const [worker] = workers as [FakeWorker]
  load(worker)
  const limited = pool.run(0, { timeout: 300 })
  worker.claims.take(1)
  pass(300)
  await expect(limited).rejects.toMatchObject({ name: 'TimeoutError', message: 'No result within 300 ms of the run' })
  expect(worker.isEnded).toBe(true)
})

test('a task that a computing neighbour keeps from beginning is sent again, with all of its time', async () => {
  const { pool, workers, pass } = open({ concurrentTasksPerWorker: 2 })
  const [worker] = workers as [FakeWorker]
  load(worker)
  const long = pool.run(0)
  worker.claims.take(1)
  const limited = pool.run(0, { timeout: 300 })
  pass(300)
  expect(worker.posted).toEqual([1, 2, 3])
  expect(worker.claims.take(2)).toBe(false)
  finish(worker, 1)
  expect(worker.claims.take(3)).toBe(true)
  pass(299)
  finish(worker, 3)
  expect(await Promise.all([long, limited])).toEqual(['result 1', 'result 3'])
  expect(worker.isEnded).toBe(false)
})

test('a task that runs again because its worker has died has all of its time again', async () => {
  const { pool, workers, timers, pass } = open({})
  const [first] = workers as [FakeWorker]
  load(first)
  const limited = pool.run(0, { timeout: 300, retries: 1 })
  first.claims.take(1)
  pass(200)
  first.events.onEnd({ exitCode: 1 })
  expect(timers.size).toBe(0)
  pass(1000)
  const [, second] = workers as [FakeWorker, FakeWorker]
  load(second)
  second.claims.take(1)
  pass(299)
  finish(second, 1)
  expect(await limited).toBe('result 1')
})

test('a deadline counts from the call, and ends a task that waits', async () => {
  const { pool, workers, timers, pass } = open({})
  const [worker] = workers as [FakeWorker]
  load(worker)
  const long = pool.run(0)
  worker.claims.take(1)
  const late = pool.run(0, { deadline: 300, timeout: 200 })
  pass(300)
  await expect(late).rejects.toMatchObject({ name: 'TimeoutError', message: 'No result within 300 ms of the call' })
  finish(worker, 1)
  expect(await long).toBe('result 1')
  expect(worker.isEnded).toBe(false)
  expect(timers.size).toBe(0)
})

test('a worker that is to end does so when its last task is cancelled before it began', async () => {
  const { pool, workers } = open({ recycle: 1 })
  load(workers[0]!)
  const controller = new AbortController()
  const task = pool.run(0, { signal: controller.signal })
  expect(workers).toHaveLength(2)
  controller.abort(new Error('enough'))
  await expect(task).rejects.toThrow('enough')
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false])
})
