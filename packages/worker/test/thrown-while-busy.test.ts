import { once } from 'node:events'
import { expect, test } from 'vitest'
import { Worker } from '../src/index.ts'

// The thread is busy while its worker posts, throws and ends. Node tells of all that at once, and removes the listeners. The
// worker's error was then an uncaught exception, although somebody listened for it.

const waiting = new Int32Array(new SharedArrayBuffer(4))

/** The ways to ask for messages. Each hears all messages until the end. */
const ways: Record<string, (worker: Worker, hear: (heard: unknown) => void) => Promise<void>> = {
  'a listener': async (worker, hear) => {
    worker.on('message', hear)
    await worker.port.closed
  },
  'a promise each': async (worker, hear) => {
    for (;;) hear(await new Promise((resolve) => worker.once('message', resolve)))
  },
  receive: async (worker, hear) => {
    for (;;) hear(await worker.port.receive())
  },
  'a loop': async (worker, hear) => {
    for await (const message of worker.port) hear(message)
  },
}

async function busyWhile(worker: Worker, count: number): Promise<void> {
  worker.postMessage(count)
  // It looks for messages, and one comes while it does.
  await new Promise((resolve) => void setTimeout(resolve))
  Atomics.wait(waiting, 0, 0, 200)
}

test.each(Object.keys(ways).flatMap((way) => [0, 2, 5].map((count) => [way, count] as const)))(
  'the error of a worker is heard after all that it posted, and before its exit: %s, %i messages',
  async (way, count) => {
    const worker = new Worker(new URL('thrown-while-busy.worker.ts', import.meta.url))
    const heard: unknown[] = []
    worker.on('error', (error) => heard.push((error as Error).message))
    worker.once('exit', (code) => heard.push(code))
    const exit = new Promise((resolve) => worker.once('exit', resolve))
    expect(await worker.port.receive()).toBe('ready')
    const isOver = ways[way]!(worker, (message) => heard.push(message)).catch(() => {})
    await busyWhile(worker, count)
    await exit
    await worker.port.closed
    if (way !== 'a promise each') await isOver
    await new Promise((resolve) => void setTimeout(resolve, 20))
    expect(heard).toEqual([...Array(count).keys(), 'thrown by the worker', 1])
  },
)

test("a program that is told of a worker's error by a promise hears its exit as well", async () => {
  const worker = new Worker(new URL('thrown-while-busy.worker.ts', import.meta.url))
  const heard: unknown[] = []
  await once(worker, 'message')
  const rest = (async () => {
    for (;;) heard.push((await once(worker, 'message'))[0])
  })()
  const exit = rest.catch(() => once(worker, 'exit'))
  await busyWhile(worker, 4)
  expect(await exit).toEqual([1])
  expect(heard).toEqual([0, 1, 2, 3])
})

test('an end that a listener for the error of a worker asks for comes after its exit', async () => {
  const worker = new Worker(new URL('thrown-while-busy.worker.ts', import.meta.url))
  const heard: unknown[] = []
  worker.on('message', () => {})
  worker.once('exit', (code) => heard.push(code))
  const ended = new Promise<void>((resolve) => {
    worker.on('error', () => {
      void worker.terminate().then((code) => {
        heard.push(['ended', code])
        resolve()
      })
    })
  })
  await once(worker, 'online')
  await busyWhile(worker, 3)
  await ended
  expect(heard).toEqual([1, ['ended', 1]])
})
