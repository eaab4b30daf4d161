import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { Pool } from '@slipring/worker'
import { openPool } from './open-pool.ts'

describe('Pool.run()', () => {
  test('gives what the default export makes of the task', async () => {
    const pool = openPool()
    expect(await pool.run(21)).toBe(42)
  })

  test('calls a function by its name', async () => {
    const pool = openPool()
    expect(await pool.run('as it is', { name: 'echo' })).toBe('as it is')
  })

  test('calls the function that the pool names, where the task names none', async () => {
    const pool = openPool<any>({ name: 'echo' })
    expect(await pool.run({ a: [1, 2] })).toEqual({ a: [1, 2] })
  })

  test('awaits what the function returns', async () => {
    const pool = openPool()
    expect(await pool.run(5, { name: 'wait' })).toBe(5)
  })

  test('carries what structured clone carries, undefined among it', async () => {
    const pool = openPool()
    const task = {
      map: new Map([[1, new Date(0)]]),
      set: new Set(['a']),
      bytes: new Uint8Array([1, 2]),
      big: 10n,
    }
    expect(await pool.run(task, { name: 'echo' })).toEqual(task)
    expect(await pool.run(undefined, { name: 'echo' })).toBe(undefined)
  })

  test('settles every task with its own result, on several workers and in any order', async () => {
    const pool = openPool({ maxThreads: 3, minThreads: 3 })
    const results = await Promise.all(Array.from({ length: 20_000 }, (_, index) => pool.run(index)))
    expect(results).toEqual(Array.from({ length: 20_000 }, (_, index) => index * 2))
    expect(pool.stats()).toMatchObject({ completed: 20_000, failed: 0, pending: 0, queueSize: 0 })
  })

  test('finishes asynchronous tasks in the order in which they are done', async () => {
    const pool = openPool({ concurrentTasksPerWorker: 3 })
    const done: number[] = []
    await Promise.all([60, 30, 1].map(async (ms) => done.push(await pool.run(ms, { name: 'wait' }))))
    expect(done).toEqual([1, 30, 60])
  })

  test('runs one asynchronous task at a time on a worker by default', async () => {
    const pool = openPool()
    const done: number[] = []
    await Promise.all([30, 1].map(async (ms) => done.push(await pool.run(ms, { name: 'wait' }))))
    expect(done).toEqual([30, 1])
  })

  test('runs a function of which the module exports a promise', async () => {
    const pool = openPool<any>({}, 'common-promise.worker.cjs')
    expect(await Promise.all([pool.run(1), pool.run(2)])).toEqual([2, 4])
    expect(await pool.run(3, { name: 'default' })).toBe(6)
  })

  test('runs functions of a CommonJS module', async () => {
    const pool = openPool<any>({}, 'common-functions.worker.cjs')
    expect(await pool.run(3, { name: 'square' })).toBe(9)
    expect(await pool.run(3, { name: 'cube' })).toBe(27)
  })

  test('runs a CommonJS module that is a function', async () => {
    const pool = openPool<any>({}, 'common-default.worker.cjs')
    expect(await pool.run('hello')).toBe('hello!')
  })

  test('takes the filename as a path', async () => {
    const pool = openPool({ filename: fileURLToPath(new URL('tasks.worker.ts', import.meta.url)) })
    expect(await pool.run(1)).toBe(2)
  })

  test('gives workers workerData, env and execArgv', async () => {
    const pool = openPool({
      workerData: { seed: 7 },
      env: { ...process.env, POOL_TEST: 'yes' },
      execArgv: [...process.execArgv, '--no-warnings'],
    })
    expect(await pool.run(undefined, { name: 'data' })).toEqual({ seed: 7 })
    expect(await pool.run('POOL_TEST', { name: 'environment' })).toBe('yes')
  })

  test('moves the objects of transferList, also when many tasks wait', async () => {
    const pool = openPool()
    const buffers = Array.from({ length: 100 }, (_, index) => new Uint8Array(1000).fill(index))
    const results = await Promise.all(
      buffers.map((bytes) => pool.run(bytes, { name: 'echo', transferList: [bytes.buffer] })),
    )
    expect(results).toEqual(Array.from({ length: 100 }, (_, index) => new Uint8Array(1000).fill(index)))
    expect(buffers.map(({ byteLength }) => byteLength)).toEqual(Array.from({ length: 100 }, () => 0))
  })

  test('moves a result that the function gives by move()', async () => {
    const pool = openPool()
    expect(await pool.run(100_000, { name: 'fill' })).toEqual(new Uint8Array(100_000).fill(7))
  })

  test('may be called by a getter of a task', async () => {
    const pool = openPool()
    let inner: Promise<number> | undefined
    const task = {
      get value(): number {
        inner = pool.run(4)
        return 3
      },
    }
    expect(await pool.run(task, { name: 'echo' })).toEqual({ value: 3 })
    expect(await inner).toBe(8)
  })
})

test('the types of tasks and results are those of the module', async () => {
  const pool = openPool()
  const doubled: number = await pool.run(1)
  const waited: number = await pool.run(1, { name: 'wait' })
  const thread: number = await pool.run(undefined, { name: 'thread' })
  expect([doubled, waited, typeof thread]).toEqual([2, 1, 'number'])
  if (doubled < 0) {
    // @ts-expect-error -- the default export takes a number
    await pool.run('1')
    // @ts-expect-error -- there is no such function
    await pool.run(1, { name: 'dubble' })
    const untyped: Pool = openPool<any>()
    await untyped.run('anything', { name: 'anything' })
  }
})
