import { EventEmitter, once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type * as stock from 'piscina'
import { sharedWords, unblock } from '../shared-words.ts'
import { FACES, filename, openFace, type Options } from './faces.ts'

// The documented behaviour of Piscina 5, against itself and against our pool with its face. docs/POOL.md has a table of the
// cases in which they differ: those are named here, too.

describe.each(FACES)('%s', (name, face, moves) => {
  const { Piscina } = face
  const open = (options?: Options): stock.Piscina => openFace(face, options)

  test('runs the default export, and others by name', async () => {
    const pool = open()
    expect(await pool.run({ a: 4, b: 6 })).toBe(10)
    expect(await pool.run('same', { name: 'echo' })).toBe('same')
    expect(await open({ name: 'echo' }).run(7)).toBe(7)
  })

  test('is the default export of its module, and has its static members', () => {
    expect(face.default).toBe(Piscina)
    expect(Piscina.Piscina).toBe(Piscina)
    expect(Piscina.isWorkerThread).toBe(false)
    expect(face.isWorkerThread).toBe(false)
    expect(Piscina.version).toMatch(/^5\.\d+\.\d+$/)
    expect(Piscina.FixedQueue).toBe(face.FixedQueue)
    expect(Piscina.ArrayTaskQueue).toBe(face.ArrayTaskQueue)
    expect(Piscina.transferableSymbol).toBe(Symbol.for('Piscina.transferable'))
    expect(Piscina.valueSymbol).toBe(Symbol.for('Piscina.valueOf'))
    expect(Piscina.queueOptionsSymbol).toBe(Symbol.for('Piscina.queueOptions'))
  })

  test('runs another module for one task', async () => {
    const pool = new Piscina({ minThreads: 1, maxThreads: 1 })
    onTestFinished(() => pool.destroy())
    expect(await pool.run({ a: 1, b: 2 }, { filename })).toBe(3)
    expect(await pool.run('there', { filename, name: 'echo' })).toBe('there')
    await expect(pool.run(1)).rejects.toThrow('filename must be provided to run() or in options object')
  })

  test('gives the worker workerData', async () => {
    expect(await open({ workerData: { seed: 3 } }).run(undefined, { name: 'data' })).toEqual({ seed: 3 })
  })

  test('rejects with what the function threw', async () => {
    const pool = open()
    await expect(pool.run('too large', { name: 'fail' })).rejects.toThrow(new RangeError('too large'))
    expect(await pool.run({ a: 1, b: 1 })).toBe(2)
  })

  test('rejects a task that is cancelled while it waits, and the worker stays', async () => {
    const pool = open()
    const gate = sharedWords()
    const running = pool.run(gate, { name: 'block' })
    const controller = new AbortController()
    const waiting = pool.run({ a: 1, b: 1 }, { signal: controller.signal })
    controller.abort('why')
    await expect(waiting).rejects.toMatchObject({
      name: 'AbortError',
      message: 'The task has been aborted',
      cause: 'why',
    })
    await delay(20)
    unblock(gate)
    expect(await running).toBe('unblocked')
  })

  test('ends the worker of a task that is cancelled while it runs', async () => {
    const pool = open()
    await pool.run({ a: 1, b: 1 })
    const emitter = new EventEmitter()
    const running = pool.run(sharedWords(), { name: 'block', signal: emitter })
    await delay(50)
    emitter.emit('abort')
    await expect(running).rejects.toMatchObject({ name: 'AbortError' })
    expect(await pool.run({ a: 1, b: 1 })).toBe(2)
  })

  test('rejects at once for a signal that is aborted already', async () => {
    const signal = AbortSignal.abort('early')
    await expect(open().run({ a: 1, b: 1 }, { signal })).rejects.toMatchObject({ name: 'AbortError', cause: 'early' })
  })

  test('has a limit to its queue', async () => {
    const pool = open({ maxQueue: 2 })
    const gate = sharedWords()
    const taken = [pool.run(gate, { name: 'block' }), pool.run({ a: 1, b: 1 }), pool.run({ a: 2, b: 2 })]
    await expect(pool.run({ a: 3, b: 3 })).rejects.toThrow('Task queue is at limit')
    expect(pool.queueSize).toBe(2)
    await delay(20)
    unblock(gate)
    expect(await Promise.all(taken)).toEqual(['unblocked', 2, 4])
    expect(pool.queueSize).toBe(0)
  })

  test("takes maxQueue 'auto'", () => {
    expect(open({ maxThreads: 3, maxQueue: 'auto' }).options.maxQueue).toBe(9)
  })

  test('tells when it is full, and when it no longer is', async () => {
    const pool = open()
    await pool.run({ a: 1, b: 1 })
    await delay(0)
    expect(pool.needsDrain).toBe(false)
    const told = { needsDrain: once(pool, 'needsDrain'), drain: once(pool, 'drain') }
    const gate = sharedWords()
    const running = pool.run(gate, { name: 'block' })
    await told.needsDrain
    expect(pool.needsDrain).toBe(true)
    await delay(20)
    unblock(gate)
    await Promise.all([running, told.drain])
    expect(pool.needsDrain).toBe(false)
  })

  test('moves what a task has, by transferList and by move()', async () => {
    const pool = open()
    const [first, second] = [new Uint8Array(1000).fill(1), new Uint8Array(1000).fill(2)]
    expect(await pool.run(first, { name: 'echo', transferList: [first.buffer] })).toEqual(new Uint8Array(1000).fill(1))
    expect(await pool.run(Piscina.move(second), { name: 'echo' })).toEqual(new Uint8Array(1000).fill(2))
    expect([first.byteLength, second.byteLength]).toEqual([0, 0])
  })

  test('moves a result, and its worker knows that it is one', async () => {
    const pool = open({ filename: new URL(moves, import.meta.url).href })
    expect(await pool.run(50_000)).toEqual(new Uint8Array(50_000).fill(7))
    expect(await pool.run(undefined, { name: 'isWorker' })).toBe(true)
  })

  test('move() takes an object that says what of it moves', async () => {
    const pool = open()
    const bytes = new Uint8Array(8).fill(5)
    const transferable = {
      get [face.transferableSymbol as never](): object {
        return bytes.buffer
      },
      get [face.valueSymbol as never](): object {
        return { bytes }
      },
    }
    expect(await pool.run(Piscina.move(transferable as never), { name: 'echo' })).toEqual({
      bytes: new Uint8Array(8).fill(5),
    })
    expect(bytes.byteLength).toBe(0)
  })

  test('rejects a task whose worker exits, and starts another', async () => {
    const pool = open()
    await expect(pool.run(3, { name: 'exit' })).rejects.toThrow('worker exited with code: 3')
    expect(await pool.run({ a: 1, b: 1 })).toBe(2)
  })

  test('rejects a task with what its worker threw outside of it', async () => {
    const pool = open()
    await expect(pool.run(undefined, { name: 'throwAside' })).rejects.toThrow(new RangeError('aside'))
    expect(await pool.run({ a: 1, b: 1 })).toBe(2)
  })

  test('rejects a task that needs more memory than resourceLimits allow', async () => {
    const pool = open({ resourceLimits: { maxOldGenerationSizeMb: 16 } })
    await expect(pool.run(undefined, { name: 'allocate' })).rejects.toMatchObject({ code: 'ERR_WORKER_OUT_OF_MEMORY' })
  })

  test('rejects tasks of a module that there is not', async () => {
    const pool = open({ filename: new URL('no-such.mjs', import.meta.url).href })
    await expect(pool.run(1)).rejects.toThrow(/no-such\.mjs/)
  })

  test('emits what a worker posts', async () => {
    const pool = open()
    const told = once(pool, 'message')
    await pool.run({ step: 1 }, { name: 'say' })
    expect(await told).toEqual([{ step: 1 }])
  })

  test('emits the coming and going of workers, and close', async () => {
    const pool = open()
    const events: string[] = []
    for (const event of ['workerCreate', 'workerDestroy', 'close']) pool.on(event, () => events.push(event))
    await pool.run({ a: 1, b: 1 })
    expect(pool.threads).toHaveLength(1)
    await pool.close()
    expect(events).toEqual(['workerCreate', 'workerDestroy', 'close'])
    expect(pool.threads).toHaveLength(0)
  })

  test('close() waits for tasks, and then takes none', async () => {
    const pool = open()
    const running = pool.run(20, { name: 'wait' })
    const waiting = pool.run({ a: 1, b: 1 })
    const closed = pool.close()
    await expect(pool.run({ a: 1, b: 1 })).rejects.toMatchObject({
      name: 'AbortError',
      cause: 'queue is being terminated',
    })
    await closed
    expect(await Promise.all([running, waiting])).toEqual([20, 2])
  })

  test('close() with force cancels what has not begun', async () => {
    const pool = open()
    const gate = sharedWords(2)
    const running = pool.run(gate, { name: 'block' })
    const waiting = [1, 2, 3].map((a) => pool.run({ a, b: 1 }))
    const outcomes = Promise.allSettled(waiting)
    await vi.waitFor(() => expect(gate[1]).toBe(1))
    const closed = pool.close({ force: true })
    unblock(gate)
    await closed
    expect(await running).toBe('unblocked')
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'AbortError', cause: 'pool is closed' } })
  })

  test('close() waits no longer than closeTimeout', async () => {
    const pool = open({ closeTimeout: 50 })
    const told = once(pool, 'error').catch((error: unknown) => [error])
    pool.on('error', () => {})
    const running = pool.run(60_000, { name: 'wait' })
    const failed = expect(running).rejects.toThrow()
    await pool.close()
    expect(String(await told)).toContain('Close operation timed out')
    await failed
  })

  test('close() that takes too long ends the workers, also where nobody listens for errors', async () => {
    const pool = new Piscina({ filename, minThreads: 1, maxThreads: 1, closeTimeout: 50 })
    onTestFinished(() => pool.destroy())
    const onClose = vi.fn()
    pool.on('close', onClose)
    const failed = expect(pool.run(60_000, { name: 'wait' })).rejects.toThrow()
    await expect(pool.close()).rejects.toThrow('Close operation timed out')
    await failed
    expect(pool.threads).toHaveLength(0)
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('destroy() rejects what runs and what waits', async () => {
    const pool = open()
    await pool.run({ a: 1, b: 1 })
    const tasks = [pool.run(60_000, { name: 'wait' }), pool.run({ a: 1, b: 1 })]
    const outcomes = Promise.allSettled(tasks)
    await pool.destroy()
    for (const outcome of await outcomes) expect(outcome.status).toBe('rejected')
    expect(pool.threads).toHaveLength(0)
  })

  test('has workers up to maxThreads, and ends those with nothing to do', async () => {
    const pool = open({ minThreads: 1, maxThreads: 3, idleTimeout: 50 })
    const gate = sharedWords()
    const tasks = Array.from({ length: 6 }, () => pool.run(gate, { name: 'block' }))
    await vi.waitFor(() => expect(pool.threads).toHaveLength(3), { timeout: 10_000 })
    unblock(gate)
    await Promise.all(tasks)
    await vi.waitFor(() => expect(pool.threads).toHaveLength(1), { timeout: 10_000 })
    expect([pool.minThreads, pool.maxThreads]).toEqual([1, 3])
  })

  test('runs several asynchronous tasks at a time with concurrentTasksPerWorker', async () => {
    const pool = open({ concurrentTasksPerWorker: 3 })
    const done: number[] = []
    await Promise.all([200, 100, 10].map(async (ms) => done.push(await pool.run(ms, { name: 'wait' }))))
    expect(done).toEqual([10, 100, 200])
  })

  test('counts and measures what it has done', async () => {
    const pool = open()
    await Promise.all([pool.run(20, { name: 'wait' }), pool.run(20, { name: 'wait' }), pool.run('x', { name: 'echo' })])
    await pool.run('bad', { name: 'fail' }).catch(() => {})
    expect(pool.completed).toBe(4)
    expect(pool.histogram.runTime.max).toBeGreaterThan(15)
    expect(pool.histogram.waitTime.max).toBeGreaterThan(15)
    expect(pool.histogram.runTime).toHaveProperty('p97_5')
    expect(pool.duration).toBeGreaterThan(40)
    expect(pool.utilization).toBeGreaterThan(0)
    expect(pool.utilization).toBeLessThan(1.1)
    pool.histogram.resetRunTime()
    expect(pool.histogram.runTime.max).toBe(0)
  })

  test.each(['FixedQueue', 'ArrayTaskQueue'] as const)('takes a %s', async (queue) => {
    const pool = open({ taskQueue: new face[queue]() as never })
    const results = await Promise.all(Array.from({ length: 50 }, (_, a) => pool.run({ a, b: 1 })))
    expect(results).toEqual(Array.from({ length: 50 }, (_, a) => a + 1))
  })

  test('takes a queue of the program, which may have an order of its own', async () => {
    const options = face.queueOptionsSymbol as unknown as string
    class Priorities {
      readonly #tasks: any[] = []
      get size(): number {
        return this.#tasks.length
      }
      push(task: any): void {
        this.#tasks.push(task)
        this.#tasks.sort((a, b) => b[options].priority - a[options].priority)
      }
      unshift(task: any): void {
        this.#tasks.unshift(task)
      }
      shift(): any {
        return this.#tasks.shift() ?? null
      }
      remove(task: any): void {
        this.#tasks.splice(this.#tasks.indexOf(task), 1)
      }
    }
    const pool = open({ taskQueue: new Priorities() as never, name: 'echo' })
    const task = (priority: number): object => ({ priority, [options]: { priority } })
    await pool.run(task(0))
    const done: number[] = []
    await Promise.all([1, 5, 3, 9].map(async (priority) => done.push((await pool.run(task(priority))).priority)))
    // The first was begun before the others came.
    expect(done).toEqual([1, 9, 5, 3])
  })

  test.each([
    [{ filename: 7 }, 'options.filename must be a string or null'],
    [{ name: 7 }, 'options.name must be a string or null'],
    [{ minThreads: -1 }, 'options.minThreads must be a non-negative integer'],
    [{ maxThreads: 0 }, 'options.maxThreads must be a positive integer'],
    [{ minThreads: 5, maxThreads: 1 }, 'options.minThreads and options.maxThreads must not conflict'],
    [{ idleTimeout: -1 }, 'options.idleTimeout must be a non-negative integer'],
    [{ maxQueue: -1 }, 'options.maxQueue must be a non-negative integer'],
    [{ concurrentTasksPerWorker: 0 }, 'options.concurrentTasksPerWorker must be a positive integer'],
    [{ atomics: 'no' }, 'options.atomics should be a value of sync, sync or disabled.'],
    [{ resourceLimits: 1 }, 'options.resourceLimits must be an object'],
    [{ taskQueue: {} }, 'options.taskQueue must be a TaskQueue object'],
    [{ closeTimeout: -1 }, 'options.closeTimeout must be a non-negative integer'],
    [{ niceIncrement: 'x' }, 'options.niceIncrement must be a non-negative integer on Unix systems'],
    [{ trackUnmanagedFds: 1 }, 'options.trackUnmanagedFds must be a boolean value'],
    [{ loadBalancer: () => null }, 'options.loadBalancer must be a function with at least two args'],
    [{ workerHistogram: 1 }, 'options.workerHistogram must be a boolean'],
    [{ stricterFIFO: 1 }, 'options.stricterFIFO must be a boolean'],
  ])('refuses %j', (options, message) => {
    expect(() => new Piscina(options as never)).toThrow(message)
  })

  test.each(['sync', 'async', 'disabled'] as const)('takes atomics %s', async (atomics) => {
    expect(await open({ atomics }).run({ a: 1, b: 1 })).toBe(2)
  })

  test.each([
    [null, 'options must be an object'],
    [{ transferList: 1 }, 'transferList argument must be an Array'],
    [{ filename: 1 }, 'filename argument must be a string'],
    [{ name: 1 }, 'name argument must be a string'],
    [{ signal: 'x' }, 'signal argument must be an object'],
  ])('rejects a task with options %j', async (options, message) => {
    await expect(open().run({ a: 1, b: 1 }, options as never)).rejects.toThrow(message)
  })

  test('ends with its block by `await using`', async () => {
    {
      await using pool = new Piscina({ filename, minThreads: 1, maxThreads: 1 })
      expect(await pool.run({ a: 2, b: 2 })).toBe(4)
    }
    expect(name).not.toBe('')
  })
})
