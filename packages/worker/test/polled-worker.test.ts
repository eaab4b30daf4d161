/** The port of a `Worker` delivers from the start, although nobody listens. Taking its messages one by one gets all of them. */

import { setImmediate as nextTask } from 'node:timers/promises'
import { receiveIntoOnPort, receiveIntoSync, receiveMessageOnPort, receiveMessageSync, Worker } from '@slipring/worker'
import { expect, test } from 'vitest'
import { closeAfterTest } from './open-ports.ts'

const COUNT = 20_000

function start(): Worker {
  const worker = new Worker(new URL('posts-many.worker.ts', import.meta.url))
  closeAfterTest(worker)
  return worker
}

const first = (message: unknown): number | undefined => (message as Uint8Array | undefined)?.[0]
const target = new Uint8Array(8)
const ways: Record<string, (worker: Worker) => number | undefined> = {
  'receiveMessageOnPort()': ({ port }) => first(receiveMessageOnPort(port)?.message),
  'receiveMessageSync()': ({ port }) => first(receiveMessageSync(port, { timeout: 1 })?.message),
  'receiveIntoOnPort()': ({ port }) => receiveIntoOnPort(port, target) && target[0],
  'receiveIntoSync()': ({ port }) => receiveIntoSync(port, target, { timeout: 1 }) && target[0],
}

test.each(Object.entries(ways))('%s with turns of the event loop in between', async (_name, take) => {
  const worker = start()
  // A call that takes nothing counts as asking, too.
  expect(take(worker)).toBeUndefined()
  worker.postMessage(COUNT)
  const taken: number[] = []
  while (taken.length < COUNT) {
    const number = take(worker)
    if (number !== undefined) taken.push(number)
    if (number === undefined || taken.length % 100 === 0) await nextTask()
  }
  expect(taken).toEqual(Array.from({ length: COUNT }, (_byte, index) => index % 256))
})

test('without anybody who has ever asked, they are gone, as natively', async () => {
  const worker = start()
  worker.postMessage(3)
  while (worker.port.stats().messagesReceived < 3) await nextTask()
  expect(receiveMessageOnPort(worker.port)).toBeUndefined()
})
