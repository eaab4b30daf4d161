/** Listeners of a `Worker` that come late or go all at once, and workers that are none of ours. */

import { once } from 'node:events'
import { setImmediate as nextTask, setTimeout as delay } from 'node:timers/promises'
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker as NativeWorker } from 'node:worker_threads'
import { attach, connect, createChannel, receiveMessageSync, type WaitStrategy, Worker } from '@slipring/worker'
import { afterEach, expect, test, vi } from 'vitest'

const workers: NativeWorker[] = []
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.terminate()))
})

function start<T extends NativeWorker>(Class: new (file: URL) => T, file: string): T {
  const worker = new Class(new URL(file, import.meta.url))
  workers.push(worker)
  return worker
}

/** Collects the messages of a worker as they come. */
function heardBy(worker: NativeWorker): unknown[] {
  const heard: unknown[] = []
  worker.on('message', (message) => heard.push(message))
  return heard
}

test('a worker that knows nothing of us keeps its messages, whoever its own workers are', async () => {
  const outer = start(Worker, 'inside-native.worker.ts')
  const heard = heardBy(outer)
  await once(outer, 'message')
  outer.postMessage('hello')
  await vi.waitFor(() => expect(heard).toContainEqual(['from the outer one', 'hello']), { timeout: 5000 })
  expect(heard).toContainEqual(['from the inner one', 'copied'])
  expect(heard).toHaveLength(2)
})

test('a listener gets what a pull has left, and everything after', async () => {
  const worker = start(Worker, 'post-on-request.worker.ts')
  worker.postMessage('go')
  expect(await worker.port.receive()).toBe(1)
  // The turn that brought all three is over.
  await delay(30)
  const heard = heardBy(worker)
  await vi.waitFor(() => expect(heard).toEqual([2, 3]))
  worker.postMessage('again')
  await vi.waitFor(() => expect(heard).toEqual([2, 3, 1, 2, 3]))
})

test.each([[], ['message']])(
  'removeAllListeners(%s) ends what is under way, and a new listener gets the rest',
  async (...events) => {
    const worker = start(Worker, 'post-on-request.worker.ts')
    const heard: unknown[] = []
    worker.on('error', () => {})
    worker.on('message', (message) => {
      heard.push(message)
      if (message === 2) worker.removeAllListeners(...events)
    })
    worker.postMessage('go')
    await vi.waitFor(() => expect(heard).toEqual([1, 2]), { timeout: 5000 })
    expect([worker.listenerCount('message'), worker.listenerCount('error')]).toEqual([0, events.length])
    await delay(20)
    const rest = heardBy(worker)
    await vi.waitFor(() => expect(rest).toEqual([3]))
    worker.postMessage('again')
    await vi.waitFor(() => expect(rest).toEqual([3, 1, 2, 3]))
    expect(heard).toEqual([1, 2])
  },
)

test.each([
  ['native', NativeWorker, 'native-post-and-exit.worker.ts'],
  ['ours', Worker, 'post-and-exit.worker.ts'],
] as const)(
  'listeners that come and go get what a worker left that was over before this thread looked: %s',
  async (_, Class, file) => {
    const ended = new Int32Array(new SharedArrayBuffer(4))
    const worker = new Class(new URL(file, import.meta.url), { workerData: { count: 3, ended } })
    workers.push(worker)
    const heard: string[] = []
    const goes = (value: unknown): void => {
      heard.push(`goes ${value}`)
      worker.off('message', goes)
    }
    const comesBack = (value: unknown): void => {
      heard.push(`comes back ${value}`)
      worker.once('message', comesBack)
    }
    worker.on('message', (value) => heard.push(`stays ${value}`))
    worker.on('message', goes)
    worker.once('message', comesBack)
    Atomics.wait(ended, 0, 0, 20_000)
    // From its last line to its end.
    Atomics.wait(ended, 0, 1, 100)
    expect(await once(worker, 'exit')).toEqual([0])
    expect(heard).toEqual(['stays 0', 'goes 0', 'comes back 0', 'stays 1', 'comes back 1', 'stays 2', 'comes back 2'])
    expect(worker.listenerCount('message')).toBe(0)
  },
)

test.each([
  'throws at once',
  'throws at once, natively',
  'throws when told, to an idle thread',
  'throws when told, to a busy thread',
])('what a worker posted before it threw comes before the error: %s', async (how) => {
  const hasPosted = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL('post-and-throw.worker.ts', import.meta.url), { workerData: { how, hasPosted } })
  workers.push(worker)
  const heard: unknown[] = []
  worker.on('error', (error) => heard.push((error as Error).message))
  worker.on('message', (message) => {
    heard.push(message)
    if (message === 'ready') worker.postMessage('throw')
    if (how.endsWith('busy thread')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
  })
  if (how.startsWith('throws at once')) {
    expect(Atomics.wait(hasPosted, 0, 0, 20_000)).not.toBe('timed-out')
    // A thread that does not block meanwhile may hear the error first, natively as well.
    Atomics.wait(hasPosted, 0, 1, 400)
  }
  // Not events.once, which rejects with the error.
  expect(await new Promise((resolve) => worker.once('exit', resolve))).toBe(1)
  expect(heard).toEqual([...(how.startsWith('throws at once') ? [] : ['ready']), 1, 2, 3, 'as told'])
})

test('a worker on which the program has put a port of its own works as any other', async () => {
  const worker = start(Worker, 'post-on-request.worker.ts')
  const { port } = worker
  const { port1 } = new MessageChannel()
  Object.assign(worker, { port: port1 })
  const heard = heardBy(worker)
  worker.unref()
  worker.ref()
  worker.postMessage('go')
  await vi.waitFor(() => expect(heard).toEqual([1, 2, 3]))
  expect(connect(worker)).toBe(port)
  const exited = once(worker, 'exit')
  await worker.terminate()
  expect(await exited).toEqual([1])
  expect((await port.closed).reason).toBe('peer-died')
  port1.close()
})

test('a post without an argument is refused, as on a port', () => {
  const worker = start(Worker, 'echo.worker.ts')
  const { port } = createChannel()
  for (const target of [worker, worker.port, port])
    expect(() => (target.postMessage as () => void)()).toThrow(TypeError)
  expect(() => (port.tryPostMessage as () => boolean)()).toThrow(TypeError)
  port.close()
})

test('two accept() at once get a connection each', async () => {
  const worker = start(NativeWorker, 'accept-twice.worker.ts')
  const ports = [connect(worker), connect(worker)]
  expect(await Promise.all(ports.map((port) => port.receive({ timeout: 5000 })))).toEqual([0, 1])
  for (const port of ports) port.close()
})

test('ready resolves once enough is taken, though the ring has grown meanwhile', async () => {
  const { port, offer } = createChannel({ capacity: 4096, highWaterMark: 2048 })
  const other = attach(offer)
  while (port.stats().growths === 0) port.postMessage('x'.repeat(500))
  const ready = port.ready
  while (port.bufferedAmount > 600) await other.receive()
  expect(await Promise.race([ready.then(() => 'ready'), delay(1000, 'pending')])).toBe('ready')
  port.close()
  other.close()
})

test('a listener that closes a flooded port gets what was there, and no more', async () => {
  const { port, offer } = createChannel({ capacity: 1 << 20 })
  const other = attach(offer)
  let heard = 0
  let posted = 0
  let postedAtClose = 0
  other.on('message', () => {
    // Each message brings two more: a loop that followed the sender would never end.
    for (let more = 0; more < 2 && posted < 500_000; more++) port.postMessage(posted++)
    if (++heard === 100) {
      other.close()
      postedAtClose = posted
    }
  })
  port.postMessage(posted++)
  await other.closed
  await delay(50)
  expect(heard).toBe(postedAtClose)
  port.close()
})

test('a blocking take refuses a timeout that is no number', () => {
  const { port } = createChannel()
  expect(() => receiveMessageSync(port, { timeout: NaN })).toThrow(RangeError)
  port.close()
})

test.each([
  { delivery: 'tasks' },
  { waitStrategy: 'spinn' },
  { wakeBy: 'magic' },
  { whenFull: 'drop' },
  { maxCapacity: NaN },
  { maxCapacity: -1 },
])('options that cannot be are refused: %o', (options) => {
  expect(() => createChannel(options as never)).toThrow(/^Cannot use .*: use /)
})

/** A loop of `events.once` over a worker that ends when it is told to, and what it hears; it may be busy meanwhile. */
function loopOver<T extends NativeWorker>(Class: new (file: URL, options: object) => T, how: string, busyMs: number) {
  const worker = new Class(new URL('post-and-throw.worker.ts', import.meta.url), { workerData: { how } })
  workers.push(worker)
  const heard: unknown[] = []
  const loop = async (): Promise<void> => {
    for (;;) {
      const [message] = await once(worker, 'message')
      heard.push(message)
      if (message !== 'ready') continue
      worker.postMessage('end')
      if (busyMs !== 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, busyMs)
    }
  }
  return { worker, heard, rejected: loop() }
}

// A native Worker may lose what it left, where Node empties its ports in one task: on a busy machine.
test.each([0, 50])('a loop of events.once gets all of it before the error: busy for %i ms', async (busyMs) => {
  const native = loopOver(NativeWorker, 'throws when told', busyMs)
  await expect(native.rejected).rejects.toThrow('as told')
  expect(['ready', 1, 2, 3].slice(0, native.heard.length)).toEqual(native.heard)
  const { heard, rejected } = loopOver(Worker, 'throws when told', busyMs)
  await expect(rejected).rejects.toThrow('as told')
  expect(heard).toEqual(['ready', 1, 2, 3])
})

/**
 * A worker that has ended while the main thread was busy, as Node finds it: it empties the worker's port, then the one that
 * brings what the worker threw, and tells of the end, all in one task. To the port that may come as it sleeps, or between two
 * looks for more.
 */
async function endsWithin(wait: WaitStrategy, listen: (worker: Worker) => void): Promise<void> {
  const worker = new Worker(new URL('post-and-throw.worker.ts', import.meta.url), {
    workerData: { how: 'exits when told' },
    waitStrategy: wait,
  })
  workers.push(worker)
  const ready = new Promise((resolve) => worker.once('message', resolve))
  listen(worker)
  await ready
  if (wait === 'park') await delay(20)
  else await nextTask()
  worker.postMessage('end')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  const key = Object.getOwnPropertySymbols(worker).find(({ description }) => description === 'kPublicPort')!
  const native = receiveMessageOnPort(Reflect.get(worker, key) as MessagePort)
  // A thread that spins needs no wake-up.
  expect(native !== undefined || wait === 'spin').toBe(true)
  if (native !== undefined) worker.emit('message', native.message)
  worker.emit('error', new Error('as told'))
  for (const event of ['message', 'messageerrors']) worker.removeAllListeners(event)
  worker.emit('exit', 1)
}

const waits = ['park', 'spin'] as const

test.each(waits)(
  'messages of a worker come before its error, also where Node has both in one task: %s',
  async (wait) => {
    const heard: unknown[] = []
    await endsWithin(wait, (worker) => {
      worker.on('message', (message) => heard.push(message))
      worker.on('error', (error) => heard.push((error as Error).message))
      worker.once('exit', (code) => heard.push(code))
    })
    await vi.waitFor(() => expect(heard).toEqual(['ready', 1, 2, 3, 'as told', 1]), 10_000)
  },
)

// With `spin` two messages were delivered to nobody.
test.each(waits)('a loop of events.once gets both, also where Node has them in one task: %s', async (wait) => {
  const heard: unknown[] = []
  let rejected: Promise<unknown> | undefined
  await endsWithin(wait, (worker) => {
    const loop = async (): Promise<never> => {
      for (;;) heard.push((await once(worker, 'message'))[0])
    }
    rejected = loop()
    // It is looked at below, perhaps after it has come.
    rejected.catch(() => {})
  })
  await expect(rejected).rejects.toThrow('as told')
  expect(heard).toEqual(['ready', 1, 2, 3])
})

test('a loop of events.once gets all that a worker left', async () => {
  const native = loopOver(NativeWorker, 'exits when told', 50)
  await once(native.worker, 'exit')
  expect(['ready', 1, 2, 3].slice(0, native.heard.length)).toEqual(native.heard)
  const { worker, heard } = loopOver(Worker, 'exits when told', 50)
  await once(worker, 'exit')
  await worker.port.closed
  expect(heard).toEqual(['ready', 1, 2, 3])
})

test.each([
  ['native', NativeWorker, 'native-post-and-exit.worker.ts'],
  ['ours', Worker, 'post-and-exit.worker.ts'],
] as const)('each error that a listener emits on its worker is told at once: %s', async (_, Class, file) => {
  const worker = new Class(new URL(file, import.meta.url), {
    workerData: { count: 3, ended: new Int32Array(new SharedArrayBuffer(4)) },
  })
  workers.push(worker)
  const heard: unknown[] = []
  worker.on('error', (error) => heard.push((error as Error).message))
  worker.on('message', (message) => {
    heard.push(message)
    if (message === 0) for (const text of ['a', 'b']) worker.emit('error', new Error(text))
  })
  expect(await new Promise((resolve) => worker.once('exit', resolve))).toBe(0)
  expect(heard).toEqual([0, 'a', 'b', 1, 2])
})

test('the last messages of a port that a listener has closed come before the error that ends its worker', async () => {
  const worker = new Worker(new URL('post-many-and-throw.worker.ts', import.meta.url))
  workers.push(worker)
  const heard: unknown[] = []
  worker.on('error', (error) => heard.push((error as Error).message))
  worker.on('message', (message) => {
    heard.push(message)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, message === 0 ? 50 : 0.3)
    if (message === 0) worker.port.close()
  })
  worker.once('online', () => worker.postMessage('go'))
  await vi.waitFor(() => expect(heard).toContain('as told'))
  expect(heard.slice(0, 401)).toEqual([...Array(400).keys(), 'as told'])
})

test('an `on` of the program’s own class is asked to listen for what it is with a native Worker', async () => {
  expect(await askedOf(Worker)).toEqual(await askedOf(NativeWorker))
})

/** The events that a class of the program is asked to listen for. */
async function askedOf(Class: typeof NativeWorker): Promise<unknown[]> {
  const asked: unknown[] = []
  class Own extends Class {
    override on(event: string, listener: (...values: any[]) => void): this {
      asked.push(event)
      return super.on(event, listener)
    }
  }
  const worker = start(Own, 'native-echo.worker.ts')
  const heard = once(worker, 'message')
  worker.postMessage('hello')
  await heard
  worker.removeAllListeners()
  await worker.terminate()
  return asked
}

test('a thread that blocks gets what a worker posts natively, also of one that has loaded the package', () => {
  const worker = start(Worker, 'imports-only.worker.ts')
  expect(receiveMessageSync(worker.port, { timeout: 20_000 })).toEqual({ message: 'function' })
  worker.postMessage('and back')
  expect(receiveMessageSync(worker.port, { timeout: 20_000 })).toEqual({ message: 'and back' })
})

test('a class of workers may have a port of its own', async () => {
  class Server extends Worker {}
  Object.defineProperty(Server.prototype, 'port', { get: () => 8080 })
  const server = start(Server, 'echo.worker.ts')
  expect(server.port).toBe(8080)
  server.postMessage('hello')
  expect(await once(server, 'message')).toEqual(['hello'])
  const worker = start(Worker, 'echo.worker.ts')
  Object.assign(worker, { port: 9090 })
  expect(worker.port).toBe(9090)
  worker.postMessage('hello')
  expect(await once(worker, 'message')).toEqual(['hello'])
})
