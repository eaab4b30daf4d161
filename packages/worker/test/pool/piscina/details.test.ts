import { createHook } from 'node:async_hooks'
import { EventEmitter, once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type * as stock from 'piscina'
import { afterEach, describe, expect, test } from 'vitest'
import { sharedWords, unblock } from '../shared-words.ts'
import { FACES, openFace, type Options } from './faces.ts'

// Faults that programs found once they had changed the import: each against Piscina, too. Piscina's own tests have the rest: that a task
// begins while this thread is blocked, that an idle pool holds no process, and what `require` gives.

const COMMON_PROMISE = new URL('../common-promise.worker.cjs', import.meta.url).href

describe.each(FACES)('%s', (_, face) => {
  const open = (options?: Options): stock.Piscina => openFace(face, options)

  test('counts its first workers as idle from the start', async () => {
    const pool = open({ minThreads: 2, maxThreads: 2 })
    const counts = [pool.idleThreads]
    const tasks = [1, 2].map((ms) => {
      const result = pool.run(ms, { name: 'wait' })
      counts.push(pool.idleThreads)
      return result
    })
    await Promise.all(tasks)
    expect([...counts, pool.idleThreads]).toEqual([2, 1, 0, 2])
    await pool.destroy()
    expect(pool.idleThreads).toBe(0)
  })

  test('close() with force completes what the workers have, also before they have loaded', async () => {
    const pool = open({ concurrentTasksPerWorker: 2 })
    const outcomes = Promise.allSettled([1, 2, 3].map((ms) => pool.run(ms, { name: 'wait' })))
    await pool.close({ force: true })
    expect(await outcomes).toMatchObject([
      { value: 1 },
      { value: 2 },
      { reason: { name: 'AbortError', cause: 'pool is closed' } },
    ])
  })

  test('a task that may be aborted shares its worker with none, and its abort rejects no other', async () => {
    const pool = open({ concurrentTasksPerWorker: 2 })
    await pool.run({ a: 1, b: 1 })
    const emitter = new EventEmitter()
    const words = sharedWords(2)
    const aborted = pool.run(words, { name: 'block', signal: emitter })
    const outcomes = Promise.allSettled([aborted, ...[1, 2, 3].map((ms) => pool.run(ms, { name: 'wait' }))])
    expect(pool.queueSize).toBe(3)
    Atomics.wait(words, 1, 0, 20_000)
    emitter.emit('abort')
    expect(await outcomes).toMatchObject([{ reason: { name: 'AbortError' } }, { value: 1 }, { value: 2 }, { value: 3 }])
  })

  test('a task that may be aborted waits until a worker has no other', async () => {
    const pool = open({ concurrentTasksPerWorker: 2 })
    const done: number[] = []
    const run = async (ms: number, options?: object): Promise<void> => {
      done.push(await pool.run(ms, { name: 'wait', ...options }))
    }
    await Promise.all([run(20), run(200), run(10, { signal: new EventEmitter() })])
    expect(done).toEqual([20, 200, 10])
  })

  describe('where Object.prototype has been given options', () => {
    const polluted = Object.prototype as Record<string, unknown>
    const KEYS = ['execArgv', 'env', 'argv', 'loadBalancer', 'name']
    afterEach(() => {
      for (const key of KEYS) delete polluted[key]
    })

    test('takes none of them', async () => {
      polluted['execArgv'] = ['--not-a-flag']
      polluted['env'] = { NODE_OPTIONS: '--not-a-flag' }
      polluted['argv'] = ['foreign']
      polluted['loadBalancer'] = (): null => null
      polluted['name'] = 'fail'
      const pool = open()
      const results = [await pool.run({ a: 1, b: 2 }), await pool.run({ a: 1, b: 3 }, {})]
      const { execArgv } = pool.options
      for (const key of KEYS) delete polluted[key]
      expect([execArgv, ...results]).toEqual([undefined, 3, 4])
    })
  })

  test('a queue that throws fails the task that it does not take, and close() ends', async () => {
    class Full extends face.ArrayTaskQueue {
      override push(task: never): void {
        if (this.size > 0) throw new RangeError('full')
        super.push(task)
      }
    }
    const pool = open({ taskQueue: new Full() as never })
    const tasks = [pool.run({ a: 1, b: 1 }), pool.run({ a: 2, b: 2 })]
    await expect((async () => pool.run({ a: 3, b: 3 }))()).rejects.toThrow('full')
    expect(await Promise.all(tasks)).toEqual([2, 4])
    await pool.close()
  })

  test('a queue is told of a task that is aborted while it waits', async () => {
    const queue = new face.FixedQueue()
    const pool = open({ taskQueue: queue as never })
    const words = sharedWords(2)
    const running = pool.run(words, { name: 'block' })
    const waiting = [pool.run({ a: 1, b: 1 }), pool.run({ a: 2, b: 2 })]
    const controller = new AbortController()
    const aborted = pool.run({ a: 3, b: 3 }, { signal: controller.signal })
    expect([queue.size, pool.queueSize]).toEqual([3, 3])
    controller.abort()
    await expect(aborted).rejects.toThrow('aborted')
    expect([queue.size, pool.queueSize]).toEqual([2, 2])
    unblock(words)
    expect(await Promise.all([running, ...waiting])).toEqual(['unblocked', 2, 4])
  })

  test('has a histogram without numbers where it does not measure', async () => {
    const pool = open({ recordTiming: false })
    await pool.run({ a: 1, b: 1 })
    pool.histogram.resetRunTime()
    expect([pool.histogram.runTime, pool.histogram.waitTime, pool.utilization]).toEqual([undefined, undefined, 0])
  })

  test('keeps half of the cores busy by default, and one at least', () => {
    const { minThreads, maxThreads } = new face.Piscina()
    expect(minThreads).toBe(Math.max(1, Math.floor(maxThreads / 3)))
    expect(new face.Piscina({ maxThreads: 1 }).minThreads).toBe(1)
    expect(new face.Piscina({ minThreads: 16 }).maxThreads).toBeGreaterThanOrEqual(16)
  })

  test('each task is an asynchronous resource, in whose context its promise is settled', async () => {
    const pool = open()
    const calls: string[] = []
    let id = 0
    const hook = createHook({
      init: (asyncId, type) => {
        if (type === 'Piscina.Task') id = asyncId
      },
      before: (asyncId) => {
        if (asyncId === id) calls.push('before')
      },
      after: (asyncId) => {
        if (asyncId === id) calls.push('after')
      },
      destroy: (asyncId) => {
        if (asyncId === id) calls.push('destroy')
      },
    }).enable()
    await pool.run({ a: 1, b: 1 })
    await delay(10)
    hook.disable()
    expect(calls).toEqual(['before', 'after', 'destroy'])
  })

  test('runs a function of which the module exports a promise, also of another module', async () => {
    expect(await open({ filename: COMMON_PROMISE }).run(4)).toBe(8)
    expect(await open().run(5, { filename: COMMON_PROMISE })).toBe(10)
  })

  test('a load balancer places the tasks, and sees how busy workers are', async () => {
    const seen: unknown[] = []
    const pool = open({
      minThreads: 2,
      maxThreads: 2,
      workerHistogram: true,
      loadBalancer: (task, workers) => {
        const last = workers.at(-1)!
        seen.push([task.name, task.isAbortable, workers.length, last.currentUsage])
        return last.currentUsage === 0 ? last : null
      },
    })
    const ids = await Promise.all([1, 2, 3].map(() => pool.run(undefined, { name: 'thread' })))
    expect(new Set(ids)).toEqual(new Set([pool.threads.at(-1)!.threadId]))
    expect(seen.slice(0, 2)).toEqual([
      ['thread', false, 2, 0],
      ['thread', false, 2, 1],
    ])
  })

  test('a load balancer may put a task beside one that may be aborted, and sees that', async () => {
    const seen: unknown[] = []
    const pool = open({
      concurrentTasksPerWorker: 2,
      workerHistogram: true,
      loadBalancer: (__, [worker]) => {
        seen.push([worker!.isRunningAbortableTask, worker!.currentUsage, worker!.histogram === null, worker!.destroyed])
        return worker!
      },
    })
    const { signal } = new AbortController()
    expect(await Promise.all([pool.run(20, { name: 'wait', signal }), pool.run(1, { name: 'wait' })])).toEqual([20, 1])
    expect(seen).toEqual([
      [false, 0, false, false],
      [true, Infinity, false, false],
    ])
  })

  test('tells of its first workers once there can be listeners, by what a load balancer is given', async () => {
    const pool = open()
    const [worker] = await once(pool, 'workerCreate')
    expect(worker).toMatchObject({ id: pool.threads[0]!.threadId, currentUsage: 0, destroyed: false })
    const ended = once(pool, 'workerDestroy')
    await pool.destroy()
    expect((await ended)[0]).toMatchObject({ destroyed: true })
  })

  test.skipIf(process.platform !== 'linux')('lowers the priority of its workers', async () => {
    const [usual, lower] = await Promise.all(
      [0, 3].map((niceIncrement) => open({ niceIncrement }).run(undefined, { name: 'priority' })),
    )
    expect(lower).toBe(Math.min(usual + 3, 19))
  })
})
