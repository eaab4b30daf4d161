import { once } from 'node:events'
import { Worker as NativeWorker } from 'node:worker_threads'
import { channelOf } from '@slipring/core/channel'
import { f64, struct } from '@slipring/core/schema'
import { Worker } from '@slipring/worker'
import { expect, test } from 'vitest'
import { closeAfterTest } from './open-ports.ts'

const FILE = new URL('./between-listeners.worker.ts', import.meta.url)
const ignore = (): void => {}
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

// Node stops the native port of a worker with its last listener, and that port is what wakes us.
async function startHeardOnce(): Promise<Worker> {
  const worker = new Worker(FILE)
  closeAfterTest(worker)
  worker.postMessage('first')
  expect(await once(worker, 'message')).toEqual(['first'])
  await pause(50)
  return worker
}

test.each([
  ['our', Worker, 'ours'],
  ['a native', NativeWorker, 'native'],
])('messages that %s Worker gets between two listeners wait for the second', async (_, AnyWorker, workerData) => {
  const worker = new AnyWorker(FILE, { workerData, execArgv: process.execArgv })
  closeAfterTest(worker)
  const shared = new SharedArrayBuffer(4)
  for (const message of [1, 2, shared, 3]) worker.postMessage(message)
  expect(await once(worker, 'message')).toEqual([1])
  await pause(300)
  for (const message of [2, shared, 3]) expect(await once(worker, 'message')).toEqual([message])
})

test.each([7, new SharedArrayBuffer(4)])(
  'receive() gets what comes after the last listener has gone: %s',
  async (message) => {
    const worker = await startHeardOnce()
    worker.postMessage(message)
    expect(await worker.port.receive({ timeout: 5000 })).toEqual(message)
  },
)

test('a typed channel gets what comes after the last listener has gone', async () => {
  const worker = await startHeardOnce()
  const channel = worker.port.channel(channelOf(struct({ number: f64 })))
  channel.send({ number: 1 })
  expect(await channel.receive({ timeout: 5000 })).toEqual({ number: 1 })
  const heard = new Promise((resolve) => (channel.onrecord = ({ number }) => resolve(number)))
  channel.send({ number: 2 })
  expect(await heard).toBe(2)
})

test('a listener of worker.port goes on when the last one of the worker has gone', async () => {
  const worker = await startHeardOnce()
  const heard = once(worker.port as never, 'message')
  worker.on('message', ignore)
  worker.off('message', ignore)
  worker.postMessage('second')
  expect(await heard).toEqual(['second'])
})

test.each([
  ['receive', 'message'],
  ['channel', { number: 7 }],
])('a thread that waits by %s() goes on when its last listener has gone', async (workerData, got) => {
  const worker = new Worker(new URL('./waits-unheard.worker.ts', import.meta.url), { workerData })
  closeAfterTest(worker)
  const first = Promise.race([once(worker, 'message'), once(worker, 'exit')])
  await once(worker, 'online')
  await pause(400)
  worker.postMessage('message')
  worker.port.channel(channelOf(struct({ number: f64 }))).send({ number: 7 })
  expect(await first).toEqual([['got', got]])
})
