import { createRequire } from 'node:module'
import * as platform from 'node:worker_threads'
import { expect, expectTypeOf, test } from 'vitest'
import * as ours from '@slipring/worker'
import threads from '@slipring/worker'

// Every other name is the platform's own.
const OURS = new Set([
  'Worker',
  'MessageChannel',
  'MessagePort',
  'markAsUntransferable',
  'moveMessagePortToContext',
  'parentPort',
  'postMessageToThread',
  'receiveMessageOnPort',
])

const names = Object.keys(platform).filter((name) => name !== 'default')

test('has every name that node:worker_threads has', () => {
  expect(Object.keys(ours)).toEqual(expect.arrayContaining(names))
})

test.each(names)('%s is what it is there, or ours', (name) => {
  const isTheirs = Reflect.get(ours, name) === Reflect.get(platform, name)
  // On the main thread both are null.
  expect(isTheirs).toBe(!OURS.has(name) || (name === 'parentPort' && platform.parentPort === null))
})

test('the default export has the names of node:worker_threads, each as it is by itself', () => {
  expect(Object.keys(threads).toSorted()).toEqual(names.toSorted())
  for (const name of names) expect(Reflect.get(threads, name)).toBe(Reflect.get(ours, name))
})

test('the default export has the types of node:worker_threads too', () => {
  expectTypeOf<threads.Worker>().toEqualTypeOf<ours.Worker>()
  expectTypeOf<threads.WorkerOptions>().toEqualTypeOf<ours.WorkerOptions>()
  expectTypeOf<threads.BroadcastChannel>().toEqualTypeOf<platform.BroadcastChannel>()
  expectTypeOf<threads.MessageChannel>().toEqualTypeOf<ours.MessageChannel>()
  expectTypeOf<threads.MessagePort>().toEqualTypeOf<ours.MessagePort>()
  expectTypeOf<threads.ResourceLimits>().toEqualTypeOf<platform.ResourceLimits>()
  expectTypeOf<threads.Serializable>().toEqualTypeOf<platform.Serializable>()
  expectTypeOf<threads.TransferListItem>().toEqualTypeOf<platform.TransferListItem>()
  expectTypeOf<threads.WorkerPerformance>().toEqualTypeOf<platform.WorkerPerformance>()
})

test('the default export is there for CommonJS that was compiled from `import threads from`', () => {
  const required: object = createRequire(import.meta.url)('@slipring/worker')
  expect(required).toHaveProperty('__esModule', true)
  expect(required).toHaveProperty('default.Worker')
})

test('a worker has the keys of a native one', async () => {
  const code = 'setTimeout(() => {}, 1)'
  const workers = [new platform.Worker(code, { eval: true }), new ours.Worker(code, { eval: true })]
  const [native, our] = workers.map((worker) => Object.keys(worker))
  expect(our).toEqual(native)
  await Promise.all(workers.map((worker) => worker.terminate()))
})

test('a worker finds its own workerData, environment and thread, and nothing of ours among them', async () => {
  ours.setEnvironmentData('shared', 'by all')
  const worker = new ours.Worker(new URL('platform.worker.ts', import.meta.url), {
    workerData: { mine: [1, new Map([['a', 2]])] },
    resourceLimits: { maxOldGenerationSizeMb: 64 },
  })
  expect(await worker.port.receive({ timeout: 20_000 })).toEqual({
    isMainThread: false,
    threadId: worker.threadId,
    workerData: { mine: [1, new Map([['a', 2]])] },
    shared: 'by all',
    ofOurs: undefined,
    maxOldGenerationSizeMb: 64,
  })
  await worker.terminate()
})

test('the native MessageChannel crosses by a port of ours', async () => {
  const worker = new ours.Worker(new URL('platform.worker.ts', import.meta.url))
  await worker.port.receive({ timeout: 20_000 })
  const { port1, port2 } = new ours.MessageChannel()
  worker.postMessage(port2, [port2])
  const message = await new Promise((resolve) => port1.once('message', resolve))
  expect(message).toBe('by the native port')
  port1.close()
  await worker.terminate()
})
