/** `AsyncLocalStorage` in calls that a native port does not have. Calls that both have are compared in `parity`. */

import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { channelOf } from '@slipring/core/channel'
import { struct, u32 } from '@slipring/core/schema'
import { Worker } from '@slipring/worker'
import { expect, test, vi } from 'vitest'
import { closeAfterTest, pair } from './open-ports.ts'

const context = new AsyncLocalStorage<string>()
const Counted = channelOf(struct({ number: u32 }))

test('a caller of receive() or a loop goes on in its own context, also when a message is there at once', async () => {
  const [port, other] = context.run('maker', () => pair())
  const ask = async (): Promise<unknown[]> => [await other.receive(), context.getStore()]
  const late = [context.run('first', ask), context.run('second', ask)]
  context.run('sender', () => [1, 2, 3, 4].forEach((number) => port.postMessage(number)))
  expect(await Promise.all(late)).toEqual([
    [1, 'first'],
    [2, 'second'],
  ])
  expect(await context.run('third', ask)).toEqual([3, 'third'])
  const looped = await context.run('loop', async () => {
    for await (const message of other) return [message, context.getStore()]
    return []
  })
  expect(looped).toEqual([4, 'loop'])
})

test('a listener is not called in the context of a caller of receive()', async () => {
  const [port, other] = pair()
  const heard: unknown[] = []
  other.on('message', (message) => heard.push([message, context.getStore()]))
  const asked = context.run('request', () => other.receive())
  for (const number of [1, 2]) port.postMessage(number)
  expect(await asked).toBe(1)
  await vi.waitFor(() => expect(heard).toEqual([[2, undefined]]))
})

test('the listener of a typed channel is called in the context in which the port was made', async () => {
  const [port, other] = context.run('maker', () => pair())
  const [here, there] = [port.channel(Counted), other.channel(Counted)]
  const heard: unknown[] = []
  context.run('sender', () => here.send({ number: 1 }))
  await there.opened
  context.run('listener', () => {
    there.onrecord = ({ number }) => heard.push([number, context.getStore()])
  })
  await vi.waitFor(() => expect(heard).toEqual([[1, 'maker']]))
})

test('drain is told of in the context in which the port was made', async () => {
  const [port, other] = context.run('maker', () => pair({ highWaterMark: 1000 }))
  const drained = context.run(
    'listener',
    () => new Promise((resolve) => port.on('drain', () => resolve(context.getStore()))),
  )
  context.run('sender', () => port.postMessage('x'.repeat(2000)))
  context.run('receiver', () => other.on('message', () => {}))
  expect(await drained).toBe('maker')
})

/** Longer than anybody looks before it sleeps. */
const UNTIL_ASLEEP_MS = 20

test('a worker’s listeners are called in the context in which it was made, asleep and awake, whichever lane a message takes', async () => {
  const worker = context.run('maker', () => new Worker(new URL('tells-context.worker.ts', import.meta.url)))
  closeAfterTest(worker)
  const heard: unknown[] = []
  context.run('listener', () => worker.on('message', (message) => heard.push([message, context.getStore()])))
  for (let count = 4; count <= 12; count += 4) {
    await context.run('waiter', () => sleep(UNTIL_ASLEEP_MS))
    const buffer = new ArrayBuffer(8)
    context.run('sender', () => {
      worker.postMessage(1)
      worker.postMessage(buffer, [buffer])
      for (const number of [2, 3]) worker.postMessage(number)
    })
    await vi.waitFor(() => expect(heard).toHaveLength(count))
  }
  expect(heard).toEqual(Array.from({ length: 12 }, () => [undefined, 'maker']))
  expect(worker.slipringPort.stats().parks).toBeGreaterThan(2)
})

test('messages that came before somebody listened are told in the context in which the port was made', async () => {
  const [port, other] = context.run('maker', () => pair())
  const buffer = new ArrayBuffer(8)
  context.run('sender', () => {
    other.postMessage(1)
    other.postMessage(2, [buffer])
    other.postMessage(3)
  })
  await sleep(UNTIL_ASLEEP_MS)
  const heard: unknown[] = []
  context.run('listener', () => port.on('message', (message) => heard.push([message, context.getStore()])))
  await vi.waitFor(() => expect(heard).toHaveLength(3))
  expect(heard).toEqual([1, 2, 3].map((number) => [number, 'maker']))
})
