import { expect, test, vi } from 'vitest'
import { isPoolLoadError, type TaskContext, type WorkerContext } from '@slipring/core/pool'
import { nearPool, pause } from './near-pool.ts'

test('setup runs before the first task of each worker, and teardown before its end', async () => {
  const log: string[] = []
  const module = {
    default: (value: number, { workerId }: TaskContext) => log.push(`task ${value} on ${workerId}`),
    setup: async ({ workerId }: WorkerContext) => {
      await pause(1)
      log.push(`setup ${workerId}`)
    },
    teardown: async ({ workerId }: WorkerContext) => {
      await pause(1)
      log.push(`teardown ${workerId}`)
    },
  }
  const { pool, living, isHeld } = nearPool(() => module, { recycle: 2 })
  for (const value of [1, 2, 3]) await pool.run(value)
  const closing = pool.close()
  await Promise.resolve()
  expect(isHeld()).toBe(true)
  await closing
  // The next worker may be set up while the first is torn down.
  expect(log.filter((line) => line.endsWith('1'))).toEqual(['setup 1', 'task 1 on 1', 'task 2 on 1', 'teardown 1'])
  expect(log.filter((line) => line.endsWith('2'))).toEqual(['setup 2', 'task 3 on 2', 'teardown 2'])
  expect([living(), isHeld()]).toEqual([[], false])
})

test('a setup that fails is a PoolLoadError with its cause, and no worker is started again', async () => {
  const failure = Object.assign(new RangeError('no database'), { code: 'ECONNREFUSED' })
  const { pool, workers, isHeld } = nearPool(() => ({ default: () => 1, setup: () => Promise.reject(failure) }))
  const error = await pool.run(1).catch((reason: unknown) => reason)
  expect(isPoolLoadError(error)).toBe(true)
  expect(error).toMatchObject({
    message: 'The setup of the near module has failed: no database',
    cause: { name: 'RangeError', message: 'no database', code: 'ECONNREFUSED' },
  })
  await expect(pool.run(1)).rejects.toBe(error)
  expect(workers).toHaveLength(1)
  expect(isHeld()).toBe(false)
  await pool.close()
})

test('a setup that fails later costs the pool one worker, which is started again after a while', async () => {
  const failing = new Set([2, 3])
  const setup = ({ workerId }: WorkerContext): void => {
    if (failing.has(workerId)) throw new Error(`not ${workerId}`)
  }
  const { pool, workers } = nearPool(() => ({ default: (value: number) => value, setup }), { maxThreads: 2 })
  const errors: unknown[] = []
  pool.addEventListener('error', ({ error, workerId }) => errors.push([workerId, (error as Error).message]))
  expect(await pool.run(1)).toBe(1)
  pool.resize({ minThreads: 2 })
  await vi.waitFor(() => expect(pool.stats().workers.filter(({ isReady }) => isReady)).toHaveLength(2))
  expect(workers).toHaveLength(4)
  expect(errors).toEqual([2, 3].map((id) => [id, `The setup of the near module has failed: not ${id}`]))
})

test('a setup that never settles: a deadline tells its caller, and the pool closes', async () => {
  const { pool, living, isHeld } = nearPool(() => ({ default: () => 1, setup: () => new Promise(() => {}) }))
  await expect(pool.run(1, { deadline: 10 })).rejects.toMatchObject({
    name: 'TimeoutError',
    message: 'No result within 10 ms of the call',
  })
  expect(isHeld()).toBe(false)
  await pool.close()
  expect(living()).toEqual([])
})

test.each([
  ['fails', () => Promise.reject(new RangeError('no more')), undefined, 'no more'],
  ['never settles', () => new Promise(() => {}), 10, 'No end within 10 ms of it'],
])(
  'a teardown that %s ends its worker, and close() rejects with a PoolLoadError',
  async (_, teardown, graceMs, text) => {
    const { pool, living, isHeld } = nearPool(() => ({ default: () => 1, teardown }), { graceMs })
    const errors: unknown[] = []
    pool.addEventListener('error', ({ error }) => errors.push(error))
    expect(await pool.run(1)).toBe(1)
    const error = await pool.close().catch((reason: unknown) => reason)
    expect(isPoolLoadError(error)).toBe(true)
    expect(error).toMatchObject({ message: `The teardown of the near module has failed: ${text}` })
    expect((error as Error).cause).toBeInstanceOf(Error)
    expect(errors).toEqual([error])
    expect([living(), isHeld()]).toEqual([[], false])
  },
)

test('destroy() waits for no teardown, and ends one that runs', async () => {
  const teardown = vi.fn(() => new Promise(() => {}))
  for (const isClosing of [false, true]) {
    const { pool, living, isHeld } = nearPool(() => ({ default: () => 1, teardown }), { graceMs: 60_000 })
    await pool.run(1)
    const closing = isClosing ? pool.close() : undefined
    await pause(5)
    await pool.destroy()
    await closing
    expect([living(), isHeld()]).toEqual([[], false])
  }
  expect(teardown).toHaveBeenCalledOnce()
})
