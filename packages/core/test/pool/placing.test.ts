/** Where tasks run: keys, priorities, the size of the pool. */

import { describe, expect, test, vi } from 'vitest'
import { isPoolLoadError, isWorkerDiedError, type TaskContext } from '@slipring/core/pool'
import { nearPool, pause } from './near-pool.ts'

const module = {
  default: (value: number) => value * 2,
  workerId: (_: unknown, context: TaskContext) => context.workerId,
  slowId: async (ms: number, context: TaskContext) => {
    await pause(ms)
    return context.workerId
  },
}

async function whenReady(pool: { everywhere(task: unknown, options: object): Promise<unknown> }): Promise<void> {
  await pool.everywhere(undefined, { name: 'workerId' })
}

describe('key', () => {
  test('tasks of one key go to one worker, and keys are spread over the workers that there may be', async () => {
    const { pool } = nearPool(() => module, { maxThreads: 4 })
    const rounds = Array.from({ length: 5 }, () =>
      Promise.all(Array.from({ length: 40 }, (_, key) => pool.run(1, { name: 'slowId', key: `user ${key}` }))),
    )
    const [first, ...others] = await Promise.all(rounds)
    for (const round of others) expect(round).toEqual(first)
    const counts = [1, 2, 3, 4].map((id) => first!.filter((other) => other === id).length)
    expect(counts).toEqual([10, 10, 10, 10])
  })

  test('a key whose worker dies in the middle goes to another, and loses only the task that had begun', async () => {
    const { pool, workers } = nearPool(() => module, { minThreads: 2, maxThreads: 2 })
    await whenReady(pool)
    const tasks = Array.from({ length: 100 }, () => pool.run(2, { name: 'slowId', key: 7 }))
    await pause(10)
    const [first] = await Promise.all(tasks.slice(0, 1))
    const dying = workers[first - 1]!
    dying.die(9)
    const outcomes = await Promise.allSettled(tasks)
    const failed = outcomes.filter(({ status }) => status === 'rejected')
    expect(failed).toHaveLength(1)
    expect(isWorkerDiedError((failed[0] as PromiseRejectedResult).reason)).toBe(true)
    const after = outcomes.slice(outcomes.indexOf(failed[0]!) + 1).map((one) => (one as { value?: unknown }).value)
    expect(new Set(after).size).toBe(1)
    expect(after[0]).not.toBe(first)
    expect(pool.stats()).toMatchObject({ pending: 0, queueSize: 0 })
  })

  test('a task without a key does not wait behind those of a key for ever, nor they behind it', async () => {
    const { pool } = nearPool(() => module)
    await whenReady(pool)
    const order: string[] = []
    const add = (name: string, options: object): Promise<unknown> =>
      pool.run(0, { name: 'slowId', ...options }).then(() => order.push(name))
    // More than a worker gets ahead.
    const ahead = Array.from({ length: 65 }, () => pool.run(1))
    const rest = Array.from({ length: 10 }, () => [add('key', { key: 1 }), add('any', {})])
    await Promise.all([...ahead, ...rest.flat()])
    expect(order.slice(0, 6).toSorted()).toEqual(['any', 'any', 'any', 'key', 'key', 'key'])
  })

  test('a key task that is cancelled while it waits never runs, and the others of its key do', async () => {
    const { pool } = nearPool(() => module, { concurrentTasksPerWorker: 1 })
    const controller = new AbortController()
    const { signal } = controller
    const tasks = Array.from({ length: 200 }, (_, index) =>
      pool.run(0, { name: 'workerId', key: 1, ...(index % 2 === 1 && { signal }) }),
    )
    controller.abort('enough')
    const outcomes = await Promise.allSettled(tasks)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(100)
    expect(pool.stats()).toMatchObject({ completed: 100, failed: 100, pending: 0 })
  })
})

describe('priority', () => {
  test('a task with a higher priority begins before all that wait, also before those that were sent ahead', async () => {
    const { pool } = nearPool(() => module, { minThreads: 2, maxThreads: 2 })
    await whenReady(pool)
    const order: number[] = []
    const add = (priority: number | undefined): Promise<unknown> =>
      pool.run(1, { name: 'slowId', priority }).then(() => order.push(priority ?? 0))
    const low = Array.from({ length: 20 }, () => add(undefined))
    const rest = [add(-1), add(5), add(1), add(5), add(-1), add(0)]
    await Promise.all([...low, ...rest])
    // The first two had begun.
    expect(order.slice(2, 5).toSorted()).toEqual([1, 5, 5])
    expect(order.slice(-2)).toEqual([-1, -1])
    // Tasks are sent ahead again.
    const again = Array.from({ length: 30 }, () => pool.run(1))
    expect(pool.stats().workers.map(({ pending }) => pending)).toEqual([15, 15])
    await Promise.all(again)
  })

  test('the order of calls is kept among tasks of the same priority, and of the same key', async () => {
    const { pool } = nearPool(() => ({ default: (value: number) => pause(0).then(() => value) }))
    const order: number[] = []
    const tasks = Array.from({ length: 300 }, (_, index) => {
      const priority = index % 3
      const key = index % 2 === 0 ? 'even' : undefined
      return pool.run(index, { priority, key }).then((value) => order.push(value))
    })
    await Promise.all(tasks)
    for (let priority = 0; priority < 3; priority++)
      for (let parity = 0; parity < 2; parity++) {
        const some = order.filter((index) => index % 3 === priority && index % 2 === parity)
        expect(some).toEqual(some.toSorted((one, other) => one - other))
      }
    expect(order.slice(0, 100).every((index) => index % 3 === 2 || index === order[0])).toBe(true)
  })

  test.each([
    [{ priority: 'high' }, /priority "high": use a finite number/],
    [{ priority: Infinity }, /priority Infinity/],
    [{ key: {} }, /key \[object Object\]|key .*: use a string or a number/],
    [{ kye: 1 }, /an option "kye"/],
  ])('%o is refused by name', async (options, message) => {
    const { pool } = nearPool(() => module)
    await expect(pool.run(1, options as never)).rejects.toThrow(message)
    expect(await pool.run(2)).toBe(4)
  })
})

describe('resize', () => {
  test('more threads begin tasks that wait already, and fewer end when their tasks are done', async () => {
    const { pool, living } = nearPool(() => module, { idleTimeout: Infinity })
    const ids: number[] = []
    const tasks = Array.from({ length: 120 }, () => pool.run(3, { name: 'slowId' }).then((id) => ids.push(id)))
    expect(living()).toHaveLength(1)
    pool.resize({ maxThreads: 3 })
    expect(living()).toHaveLength(3)
    await vi.waitFor(() => expect(new Set(ids).size).toBe(3), { interval: 1 })
    pool.resize({ maxThreads: 1 })
    await Promise.all(tasks)
    expect([...new Set(ids)].toSorted()).toEqual([1, 2, 3])
    expect(new Set(ids.slice(-20)).size).toBe(1)
    await vi.waitFor(() => expect(living()).toHaveLength(1))
    pool.resize({ minThreads: 2, maxThreads: 2 })
    expect(living()).toHaveLength(2)
    expect(pool.stats()).toMatchObject({ completed: 120, failed: 0 })
  })

  test('a larger pool has room for more tasks', async () => {
    const { pool } = nearPool(() => module, { maxQueue: 1 })
    const tasks = [pool.run(1), pool.run(2)]
    await expect(pool.run(3)).rejects.toThrow(/maxQueue/)
    pool.resize({ maxThreads: 2 })
    expect(await Promise.all([...tasks, pool.run(3)])).toEqual([2, 4, 6])
  })

  test.each<[unknown, RegExp]>([
    [0, /Cannot resize a pool with 0: use/],
    [undefined, /Cannot resize a pool with undefined/],
    [{ maxThreads: 0 }, /maxThreads 0: use an integer from 1/],
    [{ minThreads: -1 }, /minThreads -1/],
    [{ minThreads: 5 }, /Cannot keep 5 threads \(minThreads\) of at most 2 \(maxThreads\)/],
    [{ maxThread: 3 }, /"maxThread": did you mean "maxThreads"\?/],
    [{ maxThreads: '3' }, /maxThreads "3": use a number/],
  ])('%o is refused, and nothing changes', async (size, message) => {
    const { pool, living } = nearPool(() => module, { minThreads: 1, maxThreads: 2 })
    expect(() => pool.resize(size as never)).toThrow(message)
    const tasks = Array.from({ length: 8 }, () => pool.run(1))
    expect(living()).toHaveLength(2)
    expect(await Promise.all(tasks)).toEqual(Array.from({ length: 8 }, () => 2))
  })
})

test('a worker that comes late takes tasks that were sent ahead from all others', async () => {
  const { pool } = nearPool(() => module, { minThreads: 2, maxThreads: 3 })
  await whenReady(pool)
  const tasks = Promise.allSettled(Array.from({ length: 60 }, () => pool.run(50, { name: 'slowId' })))
  await vi.waitFor(() => expect(pool.stats().workers[2]).toMatchObject({ isReady: true }))
  const loads = pool.stats().workers.map(({ pending }) => pending)
  expect(loads.reduce((sum, load) => sum + load, 0)).toBeGreaterThan(55)
  expect(Math.max(...loads) - Math.min(...loads), loads.join()).toBeLessThan(12)
  await pool.destroy()
  await tasks
})

/** A pool of two workers, one of which has a task that ends when the test says so, and nine behind it. */
async function withLongTask() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const long = { ...module, long: () => promise }
  const { pool } = nearPool(() => long, { minThreads: 2, maxThreads: 2, recycle: 11 })
  await whenReady(pool)
  const running = pool.run(undefined, { name: 'long' })
  return { pool, running, resolve, short: Array.from({ length: 18 }, () => pool.run(1)) }
}

describe('recycle by tasks', () => {
  test('tasks behind a long one go to others, also when its worker has as many as it may', async () => {
    const { pool, running, resolve, short } = await withLongTask()
    expect(await Promise.race([Promise.all(short), pause(2000)])).toEqual(Array.from({ length: 18 }, () => 2))
    expect(pool.pending).toBe(1)
    resolve()
    await running
  })

  test('clear() rejects tasks behind a long one, also when its worker has as many as it may', async () => {
    const { pool, running, resolve, short } = await withLongTask()
    const outcomes = Promise.allSettled(short)
    pool.clear('enough')
    // The other worker may have begun one.
    expect(pool.pending).toBeLessThanOrEqual(2)
    resolve()
    await Promise.all([running, outcomes])
  })

  test('each worker has so many tasks, and no more than one other is started meanwhile', async () => {
    const { pool, living } = nearPool(() => module, { recycle: 10 })
    let most = 0
    const tasks = Array.from({ length: 35 }, async () => {
      const id: number = await pool.run(2, { name: 'slowId' })
      most = Math.max(most, living().length)
      return id
    })
    const ids = await Promise.all(tasks)
    expect([1, 2, 3, 4].map((id) => ids.filter((other) => other === id).length)).toEqual([10, 10, 10, 5])
    expect(most).toBeLessThanOrEqual(2)
  })

  test('a pool whose workers have one task each has no crowd of workers that finish theirs', async () => {
    const { pool, living } = nearPool(() => module, { recycle: 1 })
    let most = 0
    const tasks = Array.from({ length: 30 }, async () => {
      await pool.run(10, { name: 'slowId' })
      most = Math.max(most, living().length)
    })
    await Promise.all(tasks)
    // Two that finish, and one that starts.
    expect(most).toBeLessThanOrEqual(3)
  })
})

describe('recycle by heap', () => {
  test('a worker whose heap is too large is replaced, and stats tell how large each is', async () => {
    const heaps = new Map<number, number>()
    const grow = async (bytes: number, { workerId }: TaskContext): Promise<number> => {
      heaps.set(workerId, (heaps.get(workerId) ?? 1000) + bytes)
      await pause(25)
      return workerId
    }
    const { pool, living } = nearPool(() => ({ grow }), {
      recycle: { heapBytes: 5000 },
      heapOf: ({ id }) => heaps.get(id) ?? 1000,
    })
    const run = (bytes: number): Promise<number> => pool.run(bytes, { name: 'grow' })
    expect(await run(100)).toBe(1)
    expect(pool.stats().workers).toMatchObject([{ workerId: 1, heapBytes: 1000 }])
    // Each look asks again.
    await vi.waitFor(() => expect(pool.stats().workers).toMatchObject([{ workerId: 1, heapBytes: 1100 }]))
    // Those that were sent ahead go to the next worker.
    const ids = await Promise.all([run(5000), ...Array.from({ length: 5 }, () => run(1))])
    // One may have begun before the pool knew.
    expect([ids[0], ...ids.slice(2)]).toEqual([1, 2, 2, 2, 2])
    await vi.waitFor(() => expect(living().map(({ id }) => id)).toEqual([2]))
  })

  test.each([
    [{ tasks: 0 }, /recycle 0: use an integer from 1/],
    [{ heapBytes: 'much' }, /heapBytes "much"/],
    [{ heapByte: 1 }, /"heapByte": did you mean "heapBytes"\?/],
    ['often', /Cannot recycle workers with "often"/],
  ])('%o is refused by name', (recycle, message) => {
    expect(() => nearPool(() => module, { recycle: recycle as never })).toThrow(message)
  })
})

describe('waitForWorkers', () => {
  test('ready resolves when the first minThreads workers are there, and holds the process until then', async () => {
    const { promise, resolve } = Promise.withResolvers<object>()
    const load = (): Promise<object> => promise
    const { pool, isHeld } = nearPool(load, { minThreads: 3, maxThreads: 3, waitForWorkers: true })
    let isReady = false
    const ready = pool.ready.then(() => (isReady = true))
    await pause(5)
    expect([isReady, isHeld()]).toEqual([false, true])
    resolve(module)
    await ready
    expect(pool.stats().workers.filter((worker) => worker.isReady)).toHaveLength(3)
    expect(isHeld()).toBe(false)
    await pool.ready
  })

  test('ready rejects when the module cannot be loaded, and resolves when the pool is closed or destroyed', async () => {
    const broken = nearPool(() => Promise.reject(new Error('not today')), { waitForWorkers: true })
    expect(isPoolLoadError(await broken.pool.ready.catch((error: unknown) => error))).toBe(true)
    expect(broken.isHeld()).toBe(false)
    const { pool, isHeld } = nearPool(() => new Promise(() => {}), { waitForWorkers: true })
    const ready = pool.ready
    await pool.close()
    await ready
    expect(isHeld()).toBe(false)
    const destroyed = nearPool(() => new Promise(() => {}), { waitForWorkers: true })
    const readyOfIt = destroyed.pool.ready
    await destroyed.pool.destroy()
    expect(await Promise.race([readyOfIt, pause(1000).then(() => 'still waiting')])).toBe(undefined)
    expect(destroyed.isHeld()).toBe(false)
    expect(() => nearPool(() => module, { waitForWorkers: 1 as never })).toThrow(/waitForWorkers 1: use true or false/)
  })

  test('ready resolves when the pool becomes so small that its first workers are there', async () => {
    const load = [module, new Promise(() => {})]
    const { pool } = nearPool(({ id }) => load[id - 1], { minThreads: 2, maxThreads: 2, waitForWorkers: true })
    const { ready } = pool
    await vi.waitFor(() => expect(pool.stats().workers[0]).toMatchObject({ isReady: true }))
    pool.resize({ minThreads: 1, maxThreads: 1 })
    expect(await Promise.race([ready, pause(1000).then(() => 'still waiting')])).toBe(undefined)
  })
})
