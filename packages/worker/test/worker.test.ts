import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { type MessagePort, Worker as NativeWorker } from 'node:worker_threads'
import {
  createChannel,
  type NodePort,
  receiveIntoSync,
  receiveMessageOnPort,
  receiveMessageSync,
  Worker,
  type WorkerOptions,
} from '@slipring/worker'
import { afterEach, describe, expect, test, vi } from 'vitest'

const workers: NativeWorker[] = []
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.terminate()))
})

function start(file: string, options: WorkerOptions = {}): Worker {
  const worker = new Worker(new URL(file, import.meta.url), options)
  workers.push(worker)
  return worker
}

/** A worker that posts `count` numbers and has ended when this returns, blocking the thread. */
function startAndOutlive(file: string, count: number): Worker {
  const ended = new Int32Array(new SharedArrayBuffer(4))
  const worker = start(file, { workerData: { count, ended } })
  Atomics.wait(ended, 0, 0, 20_000)
  // From its last line to its end.
  Atomics.wait(ended, 0, 1, 100)
  return worker
}

/** The next `count` messages of a worker. */
function collect(worker: Worker, count: number): Promise<unknown[]> {
  return new Promise((resolve) => {
    const messages: unknown[] = []
    worker.on('message', function take(message) {
      if (messages.push(message) === count) {
        worker.off('message', take)
        resolve(messages)
      }
    })
  })
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

describe('the drop-in Worker', () => {
  test('echoes values of every kind, as shared messages', async () => {
    const worker = start('echo.worker.ts')
    const values = [1, 'two', null, undefined, { three: [3, -0, NaN] }, new Map([[1, new Set([2])]]), 4n, new Date(5)]
    const echoes = collect(worker, values.length)
    for (const value of values) worker.postMessage(value)
    expect(await echoes).toEqual(values)
    expect(worker.port.mode).toBe('shared')
  })

  test('is online before its first message comes, also to a thread that was busy until both were there', async () => {
    const events: unknown[] = []
    await readFile(new URL(import.meta.url))
    // The next phase of this turn of the event loop is that of immediates, before any event comes.
    const ended = new Int32Array(new SharedArrayBuffer(4))
    const worker = start('post-and-exit.worker.ts', { workerData: { count: 2, ended } })
    Atomics.wait(ended, 0, 0, 20_000)
    worker.on('online', () => events.push('online'))
    worker.on('message', (message) => events.push(message))
    await once(worker, 'exit')
    expect(events).toEqual(['online', 0, 1])
  })

  test('keeps the order of what it posted before the worker listened, and after', async () => {
    const worker = start('echo.worker.ts')
    const first = collect(worker, 5000)
    for (const number of numbers(5000)) worker.postMessage(number)
    expect(await first).toEqual(numbers(5000))
    const second = collect(worker, 5000)
    for (const number of numbers(5000)) worker.postMessage(number)
    expect(await second).toEqual(numbers(5000))
    expect(worker.port.stats().spills).toBeLessThan(10_000)
  })

  test('gives a worker that uses the native parentPort its messages, at the platform’s speed', async () => {
    const worker = start('native-echo.worker.ts')
    const echoes = collect(worker, 1000)
    for (const number of numbers(1000)) worker.postMessage(number)
    expect(await echoes).toEqual(numbers(1000))
    const buffer = new ArrayBuffer(8)
    const [echo] = await Promise.all([collect(worker, 1), worker.postMessage({ buffer }, [buffer])])
    expect(buffer.byteLength).toBe(0)
    expect(echo).toEqual([{ buffer: new ArrayBuffer(8) }])
    expect(worker.port.stats()).toMatchObject({ messagesSent: 1001, spills: 1001 })
  })

  test('keeps one order over ring, transfers, shared memory and messages too large for the ring', async () => {
    const worker = start('echo.worker.ts', { capacity: 4096 })
    const echoes = collect(worker, 600)
    for (const number of numbers(600)) {
      const kind = number % 6
      if (kind === 0) worker.postMessage({ number, bytes: new Uint8Array(100_000).fill(number) })
      else if (kind === 1) {
        const { buffer } = new Uint8Array([number & 255])
        worker.postMessage({ number, buffer }, [buffer])
        expect(buffer.byteLength).toBe(0)
      } else if (kind === 2) worker.postMessage({ number, shared: new SharedArrayBuffer(8) })
      else worker.postMessage({ number })
    }
    const messages = (await echoes) as { number: number; bytes?: Uint8Array; buffer?: ArrayBuffer; shared?: unknown }[]
    expect(messages.map(({ number }) => number)).toEqual(numbers(600))
    for (const { number, bytes, buffer, shared } of messages) {
      if (number % 6 === 0) expect(bytes!.every((byte) => byte === (number & 255))).toBe(true)
      if (number % 6 === 1) expect(new Uint8Array(buffer!)).toEqual(new Uint8Array([number & 255]))
      if (number % 6 === 2) expect(shared).toBeInstanceOf(SharedArrayBuffer)
    }
  })

  test('throws DataCloneError for a function and sends nothing', async () => {
    const worker = start('echo.worker.ts')
    const echoes = collect(worker, 2)
    worker.postMessage(1)
    for (const value of [() => {}, { deep: [Symbol('s')] }, new WeakMap(), Promise.resolve()])
      expect(() => worker.postMessage(value)).toThrow(expect.objectContaining({ name: 'DataCloneError', code: 25 }))
    worker.postMessage(2)
    expect(await echoes).toEqual([1, 2])
  })

  test('a getter that posts goes first, one that throws sends nothing', async () => {
    const worker = start('echo.worker.ts')
    await Promise.all([collect(worker, 1), worker.postMessage('warm')])
    const echoes = collect(worker, 3)
    worker.postMessage({
      get inner() {
        worker.postMessage({ a: 'from the getter' })
        return 1
      },
    })
    const failure = new Error('from a getter')
    const bad = {
      get inner() {
        throw failure
      },
    }
    expect(() => worker.postMessage(bad)).toThrow(failure)
    worker.postMessage('last')
    expect(await echoes).toEqual([{ a: 'from the getter' }, { inner: 1 }, 'last'])
  })

  test('delivers what the worker posted before it ended, then emits exit and closes the port', async () => {
    const worker = start('post-and-exit.worker.ts', { workerData: { count: 3000, code: 7 } })
    const messages: unknown[] = []
    worker.on('message', (message) => messages.push(message))
    const [code] = await once(worker, 'exit')
    expect(code).toBe(7)
    expect(messages).toEqual(numbers(3000))
    expect(await worker.port.closed).toEqual({ reason: 'peer-died' })
  })

  test.each([0, 7])('delivers what a worker that ended with code %i left in its ring', async (code) => {
    const worker = start('post-and-exit.worker.ts', { workerData: { count: 200_000, code }, capacity: 4096 })
    let received = 0
    let wrong = 0
    worker.on('message', (number) => {
      if (number !== received++) wrong++
    })
    expect(await once(worker, 'exit')).toEqual([code])
    expect([received, wrong]).toEqual([200_000, 0])
  })

  // Its messages and its end come in one turn of the event loop, before the task that begins delivery.
  test('delivers what a worker on the native parentPort posted, though this thread was busy all its life', async () => {
    const worker = startAndOutlive('native-post-and-exit.worker.ts', 3)
    const seen: unknown[] = []
    worker.on('message', (message) => seen.push(message))
    worker.on('exit', () => seen.push('exit'))
    await worker.port.closed
    await new Promise((resolve) => setImmediate(resolve))
    expect(seen).toEqual([0, 1, 2, 'exit'])
  })

  test('keeps for receive() what a worker on the native parentPort posted before it ended', async () => {
    const worker = startAndOutlive('native-post-and-exit.worker.ts', 3)
    const exited = once(worker, 'exit')
    expect(await worker.port.receive({ timeout: 20_000 })).toBe(0)
    await exited
    expect(await worker.port.receive({ timeout: 20_000 })).toBe(1)
    expect(receiveMessageOnPort(worker.port)).toEqual({ message: 2 })
    expect(await worker.port.closed).toEqual({ reason: 'peer-closed' })
  })

  test('gives a thread that blocks what a worker on the native parentPort posts, and its end', () => {
    const ended = new Int32Array(new SharedArrayBuffer(4))
    const worker = start('native-post-and-exit.worker.ts', { workerData: { count: 3, ended } })
    const taken = Array.from({ length: 4 }, () => receiveMessageSync(worker.port, { timeout: 20_000 }))
    expect(taken).toEqual([{ message: 0 }, { message: 1 }, { message: 2 }, undefined])
  })

  test('gives a thread that blocks what a worker on the native parentPort posted before', async () => {
    const ended = new Int32Array(new SharedArrayBuffer(4))
    const worker = start('native-post-and-exit.worker.ts', { workerData: { count: 4, ended } })
    // Where this thread is late, its end comes in the same task.
    const exit = once(worker, 'exit')
    expect(await worker.port.receive({ timeout: 20_000 })).toBe(0)
    await exit
    expect(receiveMessageSync(worker.port, { timeout: 20_000 })).toEqual({ message: 1 })
    expect(() => receiveIntoSync(worker.port, new Uint8Array(1), { timeout: 20_000 })).toThrow(TypeError)
    const rest = Array.from({ length: 3 }, () => receiveMessageSync(worker.port, { timeout: 20_000 }))
    expect(rest).toEqual([{ message: 2 }, { message: 3 }, undefined])
  })

  test('does not stay open for what a worker on the native parentPort posted, where nobody ever listened', async () => {
    const worker = startAndOutlive('native-post-and-exit.worker.ts', 3)
    expect(await worker.port.closed).toEqual({ reason: 'peer-closed' })
  })

  test('a worker that ends by itself closes the port', async () => {
    const worker = start('post-and-exit.worker.ts', { workerData: { count: 10, code: 0 } })
    expect(await worker.port.closed).toEqual({ reason: 'peer-closed' })
  })

  // In Node this ended the process: a native port was polled in its own close event.
  test('a worker that has announced what never came can be polled while it ends', async () => {
    const worker = start('announces-and-ends.worker.ts')
    const key = Object.getOwnPropertySymbols(worker).find(({ description }) => description === 'kPublicPort')!
    const native = (worker as unknown as Record<symbol, MessagePort>)[key]!
    const polled = new Promise((resolve) => native.once('close', () => resolve(receiveMessageOnPort(worker.port))))
    expect(await polled).toBeUndefined()
    await worker.port.closed
  })

  test('terminate() still calls a function that is passed', async () => {
    const worker = start('echo.worker.ts')
    await Promise.all([collect(worker, 1), worker.postMessage('here')])
    const code = await new Promise((resolve) => {
      Reflect.apply(worker.terminate, worker, [(_error: unknown, exitCode: number) => resolve(exitCode)])
    })
    expect(code).toBe(1)
  })

  test('terminate() closes the port of a worker that blocks on it', async () => {
    const worker = start('blocking-echo.worker.ts')
    await Promise.all([collect(worker, 1), worker.postMessage('here')])
    await worker.terminate()
    expect(await worker.port.closed).toEqual({ reason: 'peer-died' })
  })

  test('terminate() ends posting at once, and what the worker had posted still arrives', async () => {
    const worker = start('post-and-block.worker.ts')
    const messages: unknown[] = []
    worker.on('message', (message) => messages.push(message))
    while (worker.port.stats().messagesReceived === 0) await new Promise((resolve) => setTimeout(resolve, 1))
    // Meanwhile the worker posts the rest and blocks.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
    const { messagesSent } = worker.port.stats()
    const ended = worker.terminate()
    worker.postMessage('too late')
    await ended
    expect(worker.port.stats().messagesSent).toBe(messagesSent)
    expect(messages).toEqual(numbers(1000))
    expect(await worker.port.closed).toEqual({ reason: 'peer-died' })
  })

  test('serves a worker that blocks in receiveMessageSync and never returns to its event loop', async () => {
    const worker = start('blocking-echo.worker.ts', { capacity: 4096 })
    const values = numbers(2000).map((number) => (number % 50 === 7 ? new Uint8Array(5000).fill(number) : { number }))
    const echoes = collect(worker, values.length)
    for (const value of values) worker.postMessage(value)
    expect(await echoes).toEqual(values)
    for (let round = 0; round < 200; round++) {
      const echo = collect(worker, 1)
      worker.postMessage(round)
      expect(await echo).toEqual([round])
    }
  })

  test('a handler that throws reaches uncaughtException and loses no message', async () => {
    const worker = start('throwing.worker.ts')
    const [message] = await Promise.all([collect(worker, 1), ...numbers(10).map((n) => worker.postMessage(n))])
    expect(message).toEqual([{ seen: numbers(10), caught: ['3', '6'] }])
  })

  test('a nested worker does not inherit its parent’s ring', async () => {
    const worker = start('nested.worker.ts')
    const echoes = collect(worker, 1)
    worker.postMessage({ through: 2 })
    expect(await echoes).toEqual([{ through: 2 }])
  })

  test.each(['port', 'waitAsync'] as const)('wakes a sleeping event loop by %s', async (wakeBy) => {
    const worker = start('echo.worker.ts', { wakeBy })
    await Promise.all([collect(worker, 1), worker.postMessage('warm')])
    // One listener for all: each new one has the port look a while.
    let onEcho: (message: unknown) => void
    worker.on('message', (message) => onEcho(message))
    for (let round = 0; round < 50; round++) {
      await new Promise((resolve) => setTimeout(resolve, 2))
      const echo = new Promise((resolve) => (onEcho = resolve))
      worker.postMessage(round)
      expect(await echo).toBe(round)
    }
    expect(worker.port.stats().parks).toBeGreaterThan(20)
  })

  test('timers run while messages pour in', async () => {
    const worker = start('flood.worker.ts')
    let messages = 0
    worker.on('message', () => messages++)
    // A port that let no timer run would end this test by its time limit.
    for (let tick = 0, before = 0; tick < 20; before = messages) if ((await delay(5), messages > before)) tick++
  })
})

/** Takes what there is; whether a wait was then over before its timeout, which only the end of the port makes it. */
function endsBeforeTimeout(port: NodePort, timeout: number): boolean {
  for (;;) {
    const before = performance.now()
    if (receiveMessageSync(port, { timeout }) === undefined) return performance.now() - before < timeout
  }
}

describe('a thread that blocks for a worker', () => {
  const ways = ['exit', 'throw', 'natural', 'memory']
  test.each(ways)('is told of its end within a moment, though it cannot hear events: %s', async (how) => {
    const worker = start('dies-blocked.worker.ts', { workerData: how, resourceLimits: { maxOldGenerationSizeMb: 16 } })
    worker.on('error', () => {})
    const exited = new Promise((resolve) => worker.on('exit', resolve))
    expect(receiveMessageSync(worker.port, { timeout: 10_000 })).toEqual({ message: 'last words' })
    expect(endsBeforeTimeout(worker.port, 10_000)).toBe(true)
    expect(await worker.port.closed).toEqual({ reason: how === 'natural' ? 'peer-closed' : 'peer-died' })
    await exited
  })

  test.each(ways)('and of the end of a thread at the other end of a channel: %s', async (how) => {
    const { port, offer, transfer } = createChannel()
    const worker = new NativeWorker(new URL('dies-blocked.worker.ts', import.meta.url), {
      workerData: { how, offer },
      transferList: [...transfer],
      resourceLimits: { maxOldGenerationSizeMb: 16 },
    })
    worker.on('error', () => {})
    expect(receiveMessageSync(port, { timeout: 10_000 })).toEqual({ message: 'last words' })
    expect(endsBeforeTimeout(port, 10_000)).toBe(true)
    expect(await port.closed).toEqual({ reason: 'peer-died' })
  })

  test.each([0, 5, 20, 60])(
    'is told of its end where it was terminated before its script began, or after: %i ms',
    async (ms) => {
      const worker = start('dies-blocked.worker.ts', { workerData: 'never' })
      if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms))
      const exit = worker.terminate()
      expect(endsBeforeTimeout(worker.port, 10_000)).toBe(true)
      await exit
      expect((await worker.port.closed).reason).toMatch(/^peer-/)
    },
  )

  test('is told of it also when it waits in pieces, each too short for a question', async () => {
    const worker = start('dies-blocked.worker.ts', { workerData: 'exit' })
    expect(receiveMessageSync(worker.port, { timeout: 10_000 })).toEqual({ message: 'last words' })
    // Once the port has ended, no call waits for its timeout.
    let pieces = 0
    while (!endsBeforeTimeout(worker.port, 5) && pieces < 2000) pieces++
    expect(pieces).toBeLessThan(2000)
    expect(await worker.port.closed).toMatchObject({ reason: 'peer-died' })
  })

  test('gets messages of both lanes, and native ones beside them as events', async () => {
    const worker = start('echo-beside.worker.ts')
    const beside: unknown[] = []
    worker.on('message', (message) => beside.push(message))
    // Before its first message of ours nobody can tell that it will send any.
    worker.postMessage('hello')
    expect(receiveMessageSync(worker.port, { timeout: 5000 })?.message).toBe('hello')
    for (let round = 0; round < 50; round++) {
      worker.postMessage({ round, shared: new SharedArrayBuffer(8) })
      expect(receiveMessageSync(worker.port, { timeout: 5000 })?.message).toMatchObject({ round })
    }
    await vi.waitFor(() => expect(beside).toEqual(numbers(50).map((round) => `beside ${round}`)))
  })

  // It was to wait for a listener, which cannot run, and kept the port from ending.
  test.each(['close', 'exit'])('at the end of the worker, by %s, gets the native messages beside as well', (how) => {
    const worker = start('posts-beside-and-ends.worker.ts', { workerData: how })
    const { port } = worker
    const taken: unknown[] = []
    for (
      let next = receiveMessageSync(port, { timeout: 5000 });
      next;
      next = receiveMessageSync(port, { timeout: 5000 })
    )
      taken.push(next.message)
    expect(taken).toEqual(['ours', 'beside'])
    expect(receiveMessageOnPort(port)).toBeUndefined()
  })
})

test('our parentPort under a native Worker is in mode "copied" and works', async () => {
  const worker = new NativeWorker(new URL('echo.worker.ts', import.meta.url))
  workers.push(worker)
  worker.postMessage({ native: true })
  expect(await once(worker, 'message')).toEqual([{ native: true }])
})

test('our parentPort under a native Worker opens no typed channel, which that could not read', async () => {
  const worker = new NativeWorker(new URL('under-native-channel.worker.ts', import.meta.url))
  const [told] = await once(worker, 'message')
  expect(told).toMatch(/^TypeError: Cannot open a channel under a native Worker: .*connect\(\)/)
})

test('our parentPort under a native Worker delivers nothing to a listener that comes with close()', async () => {
  const counts = new Int32Array(new SharedArrayBuffer(4))
  const worker = new NativeWorker(new URL('closes-as-it-listens.worker.ts', import.meta.url), { workerData: counts })
  workers.push(worker)
  await once(worker, 'message')
  worker.postMessage('one')
  worker.postMessage('two')
  await once(worker, 'exit')
  expect(counts[0]).toBe(0)
})
