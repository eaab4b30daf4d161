/** A message that the platform cannot read becomes a `messageerror` in its place, and later messages are delivered. */

import { once } from 'node:events'
import { receiveMessageOnPort, receiveMessageSync, Worker } from '@slipring/worker'
import { afterEach, expect, test, vi } from 'vitest'
import { pair } from './open-ports.ts'
import { unreadable } from './unreadable-messages.ts'

const workers: Worker[] = []
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.terminate()))
})

/** Starts a worker and collects what it posts. Resolves when the worker says that it is ready. */
async function startAndHear(gapMs: number): Promise<{ worker: Worker; heard: unknown[] }> {
  const worker = new Worker(new URL('unreadable.worker.ts', import.meta.url), { workerData: { gapMs } })
  workers.push(worker)
  const heard: unknown[] = []
  worker.on('message', (message) => heard.push(message))
  worker.on('messageerror', () => heard.push('error'))
  await vi.waitFor(() => expect(heard).toContain('ready'), 5000)
  return { worker, heard }
}

for (const gapMs of [0, 5, 20])
  test(`of a Worker, ${gapMs} ms before and after it`, async () => {
    const { heard } = await startAndHear(gapMs)
    expect(heard).toEqual([1, 'error', 2, 'error', 3, 'error', 'ready'])
  })

test('of a parentPort', async () => {
  const { worker, heard } = await startAndHear(0)
  heard.length = 0
  for (const number of [1, 2]) {
    worker.postMessage(number)
    worker.postMessage(unreadable())
  }
  worker.postMessage('last')
  await vi.waitFor(() => expect(heard).toContain('last'))
  expect(heard).toEqual([1, 'error', 2, 'error', 'last'])
})

test('a request for the next message rejects, and the port goes on', async () => {
  const [port, other] = pair()
  for (const number of [1, 2, 3]) {
    port.postMessage(unreadable())
    port.postMessage(number)
  }
  expect(() => receiveMessageOnPort(other)).toThrow('internal module')
  expect(receiveMessageOnPort(other)).toEqual({ message: 1 })
  expect(() => receiveMessageSync(other)).toThrow('internal module')
  expect(receiveMessageSync(other)).toEqual({ message: 2 })
  await expect(other.receive()).rejects.toThrow('internal module')
  expect(await other.receive()).toBe(3)
})

test('that comes last keeps no port open', async () => {
  const [port, other] = pair()
  const errors: unknown[] = []
  other.on('messageerror', (error) => errors.push(error))
  other.on('message', () => {})
  port.postMessage(unreadable())
  port.close()
  await once(other, 'close')
  expect(await other.closed).toEqual({ reason: 'peer-closed' })
  expect(errors).toHaveLength(1)
})

test('of somebody else, while nothing of ours is missing: it takes the place of no message of ours', async () => {
  const worker = new Worker(new URL('foreign-unreadable.worker.ts', import.meta.url))
  workers.push(worker)
  const heard: unknown[] = []
  const errors: unknown[] = []
  worker.on('message', (message) => heard.push(message))
  worker.on('messageerror', (error) => errors.push(error))
  for (const count of [1, 2, 3]) {
    worker.postMessage(count)
    await vi.waitFor(() => expect(errors).toHaveLength(count), 5000)
    await vi.waitFor(() => expect(heard).toContain('done'), 5000)
    const numbers = Array.from({ length: count }, (_, number) => number)
    expect(heard.splice(0)).toEqual([...numbers, ...numbers, 'done'])
  }
})
