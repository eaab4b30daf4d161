import { expect, test, vi } from 'vitest'
import type { PoolEventType, PoolTrace, TaskContext } from '@slipring/core/pool'
import { nearPool, pause } from './near-pool.ts'

const module = {
  default: (value: number) => value,
  fail: () => {
    throw new RangeError('no')
  },
  slow: () => pause(1000),
}
const ALL: readonly PoolEventType[] = ['workerstart', 'workerend', 'taskend', 'drain', 'idle', 'error']

test('events tell of workers and tasks, in the order in which things happen', async () => {
  const { pool, workers } = nearPool(() => module, { maxThreads: 1 })
  const seen: string[] = []
  pool.addEventListener('workerstart', ({ workerId, threadId }) => seen.push(`workerstart ${workerId} ${threadId}`))
  pool.addEventListener('workerend', ({ workerId, exitCode, cause }) =>
    seen.push(`workerend ${workerId} ${exitCode} ${String(cause)}`),
  )
  pool.addEventListener('taskend', ({ name, workerId, isFailed, error }) =>
    seen.push(`taskend ${name} ${workerId} ${isFailed} ${(error as Error | undefined)?.message}`),
  )
  pool.addEventListener('drain', ({ type }) => seen.push(type))
  pool.addEventListener('idle', ({ target }) => seen.push(`idle ${target === pool}`))
  pool.addEventListener('error', ({ workerId, error }) => seen.push(`error ${workerId} ${(error as Error).message}`))
  await Promise.allSettled([pool.run(1), pool.run(2), pool.run(3, { name: 'fail' })])
  const slow = pool.run(4, { name: 'slow' }).catch(() => {})
  await pause(5)
  workers[0]!.die(7, new Error('out of memory'))
  await slow
  await pool.close()
  const text = 'The worker exited with code 7 while it ran the task: out of memory'
  expect(seen).toEqual([
    'workerstart 1 1001',
    'taskend default 1 false undefined',
    'taskend default 1 false undefined',
    'drain',
    'taskend fail 1 true no',
    'idle true',
    `taskend slow 1 true ${text}`,
    'idle true',
    'workerend 1 7 Error: out of memory',
    `error 1 ${text}`,
    'workerend 2 0 undefined',
  ])
})

test('a listener may run tasks and end the pool, and one that throws harms nobody', async () => {
  const { pool, living } = nearPool(() => module, { maxThreads: 2 })
  const results: unknown[] = []
  let left = 5
  pool.addEventListener('idle', () => {
    if (left-- > 0) void pool.run(left).then((value) => results.push(value))
    else void pool.destroy()
  })
  await pool.run(9)
  await vi.waitFor(() => expect(living()).toEqual([]))
  expect(results).toEqual([4, 3, 2, 1, 0])
})

test('without a listener no event is made, and a listener that leaves hears no more', async () => {
  const made = vi.spyOn(EventTarget.prototype, 'dispatchEvent')
  const { pool } = nearPool(() => module)
  await pool.run(1)
  expect(made).not.toHaveBeenCalled()
  const listener = vi.fn()
  pool.addEventListener('taskend', listener)
  await pool.run(1)
  expect([made.mock.calls.length, listener.mock.calls.length]).toEqual([1, 1])
  pool.removeEventListener('taskend', listener)
  await pool.run(1)
  expect(listener).toHaveBeenCalledOnce()
  made.mockRestore()
})

test('a trace is told the same, with the pool', async () => {
  const told: object[] = []
  const trace: PoolTrace = { isHeard: () => true, tell: (type, detail) => told.push({ type, ...detail }) }
  const { pool } = nearPool(() => module, { trace })
  const heard: object[] = []
  for (const type of ALL) pool.addEventListener(type, (event) => heard.push({ ...event, type }))
  await pool.run(1)
  await pool.run(1, { name: 'fail' }).catch(() => {})
  await pool.close()
  expect(told.map((detail) => (detail as { type: string }).type)).toEqual([
    'workerstart',
    // The first task had to wait for it.
    'drain',
    'taskend',
    'idle',
    'taskend',
    'idle',
    'workerend',
  ])
  for (const [index, detail] of told.entries()) {
    const { pool: of, ...rest } = detail as { pool: unknown }
    expect(of).toBe(pool)
    expect(heard[index]).toMatchObject(rest)
  }
})

const untilAborted = (then: (signal: AbortSignal) => unknown) => (_: unknown, context: TaskContext) =>
  new Promise((resolve) => context.signal.addEventListener('abort', resolve)).then(() => then(context.signal))
const failLate = (): never => {
  throw new RangeError('too late')
}

test('a task that was asked to end is told with the reason that its caller gets, however it ends', async () => {
  const { pool } = nearPool(() => ({ returns: untilAborted(() => 'done'), fails: untilAborted(failLate) }))
  const told: unknown[] = []
  pool.addEventListener('taskend', ({ name, isFailed, error }) => told.push([name, isFailed, error]))
  const errors: unknown[] = []
  for (const name of ['returns', 'fails'])
    await pool.run(0, { name, timeout: 10, graceMs: 5000 }).catch((error: unknown) => errors.push(error))
  expect(errors).toMatchObject([{ name: 'TimeoutError' }, { name: 'TimeoutError' }])
  expect(told).toEqual([
    ['returns', true, errors[0]],
    ['fails', true, errors[1]],
  ])
  expect(pool.stats()).toMatchObject({ completed: 0, failed: 2, pending: 0 })
})
