import { describe, expect, test } from 'vitest'
import { isPoolLoadError, Pool, type PoolOptions } from '@slipring/worker'
import { openPool } from './open-pool.ts'

const filename = new URL('tasks.worker.ts', import.meta.url)

describe('a pool cannot be made', () => {
  test.each<[string, object, RegExp]>([
    [
      'an unknown option, and names the nearest',
      { filename, maxThread: 2 },
      /"maxThread": did you mean "maxThreads"\?/,
    ],
    ['a slip in a longer one', { filename, concurentTasksPerWorker: 2 }, /did you mean "concurrentTasksPerWorker"\?/],
    ['one like no other', { filename, zebra: 1 }, /"zebra": use filename, /],
    ['no filename', {}, /filename undefined: use a path or a URL/],
    ['more minThreads than maxThreads', { filename, minThreads: 3, maxThreads: 2 }, /Cannot keep 3 threads/],
    ['no threads', { filename, maxThreads: 0 }, /maxThreads 0: use an integer from 1/],
    ['a text for a number', { filename, maxThreads: '2' }, /maxThreads "2": use a number/],
    ['a negative idleTimeout', { filename, idleTimeout: -1 }, /idleTimeout -1: use milliseconds from 0/],
    ['NaN for maxQueue', { filename, maxQueue: Number.NaN }, /maxQueue NaN/],
    ['half a retry', { filename, retries: 0.5 }, /retries 0.5/],
    ['a name that is none', { filename, name: 7 }, /by the name 7/],
    [
      'stdin: true',
      { filename, stdin: true },
      /Cannot make a pool with stdin: true: nobody could reach this stream of a worker/,
    ],
    [
      'stdout: true',
      { filename, stdout: true },
      /Cannot make a pool with stdout: true: nobody could reach this stream/,
    ],
    [
      'stderr: true',
      { filename, stderr: true },
      /Cannot make a pool with stderr: true: nobody could reach this stream/,
    ],
  ])('with %s', (_, options, message) => {
    expect(() => new Pool(options as PoolOptions)).toThrow(message)
  })

  test('without options', () => {
    expect(() => new Pool(undefined as never)).toThrow(/Cannot make a pool with undefined: use options/)
  })
})

test('a worker that cannot be made rejects the task that asks for it, once', async () => {
  const workerData = Symbol('it cannot be cloned')
  const pool = openPool({ minThreads: 0, workerData })
  await expect(pool.run(1)).rejects.toMatchObject({ name: 'DataCloneError' })
  await expect(pool.run(2)).rejects.toMatchObject({ name: 'DataCloneError' })
  expect(() => openPool({ minThreads: 1, workerData })).toThrow(expect.objectContaining({ name: 'DataCloneError' }))
})

describe('a task is refused at once, and others are not disturbed', () => {
  test.each<[string, object, RegExp]>([
    ['a negative timeout', { timeout: -5 }, /timeout -5: use milliseconds from 0/],
    ['a deadline that is no number', { deadline: '5' }, /deadline "5": use milliseconds/],
    ['a timeout that is NaN', { timeout: Number.NaN }, /timeout NaN/],
    ['a signal that is none', { signal: {} }, /use the signal of an AbortController/],
    ['an unknown option', { signl: 1 }, /"signl": did you mean "signal"\?/],
    ['a name that is none', { name: null }, /by the name null/],
    ['options that are none', 'wait' as never, /Cannot run a task with "wait"/],
    ['a transfer list that is none', { transferList: 7 }, /transfer/],
  ])('with %s', async (_, options, message) => {
    const pool = openPool<any>()
    const others = [pool.run(1), pool.run(2)]
    await expect(pool.run(3, options)).rejects.toThrow(message)
    expect(await Promise.all(others)).toEqual([2, 4])
  })

  test('with the name of no function: the error names the nearest', async () => {
    const pool = openPool<any>()
    const others = [pool.run(1), pool.run(2)]
    await expect(pool.run(3, { name: 'eco' })).rejects.toThrow(/Cannot run "eco": .*did you mean "echo"\?/)
    await expect(pool.run(3, { name: 'toString' })).rejects.toThrow(/exports no such function/)
    expect(await Promise.all(others)).toEqual([2, 4])
  })
})

describe('a module that cannot be loaded', () => {
  test.each<[string, RegExp, object]>([
    ['no-such.worker.ts', /Cannot load file:.*no-such\.worker\.ts: /, { code: 'ERR_MODULE_NOT_FOUND' }],
    ['throws-at-load.worker.ts', /Cannot load .*: not today/, { name: 'RangeError', message: 'not today' }],
    [
      'exits-at-load.worker.ts',
      /the worker ended before it was ready: The worker exited with code 5/,
      { name: 'WorkerDiedError', exitCode: 5 },
    ],
  ])('%s: every task rejects with the reason, and no worker is started again', async (file, message, cause) => {
    const pool = openPool<any>({ maxThreads: 2, minThreads: 2 }, file)
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, (_, index) => pool.run(index)))
    for (const outcome of outcomes) {
      const { reason } = outcome as PromiseRejectedResult
      expect(isPoolLoadError(reason)).toBe(true)
      expect(reason.message).toMatch(message)
      expect(reason.cause).toMatchObject(cause)
    }
    await expect(pool.run(1)).rejects.toThrow(message)
    expect(pool.stats()).toMatchObject({ pending: 0, workers: [] })
    await pool.close()
  })
})
