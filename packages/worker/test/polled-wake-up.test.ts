/** Taking messages polls the native port, and may take the message that was to wake a listener's event loop. */

import { Worker as NativeWorker } from 'node:worker_threads'
import { createChannel, type NodePort, receiveMessageOnPort } from '@slipring/worker'
import { describe, expect, test, vi } from 'vitest'
import { closeAfterTest, pair } from './open-ports.ts'

const LATER = [4, 5, 6, 7, 8]
const asleep = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50))

describe.each<['port' | 'waitAsync']>([['port'], ['waitAsync']])('woken by %s', (wakeBy) => {
  test.each<[string, (port: NodePort) => void]>([
    ['by the native port', (port) => port.postMessage({ shared: new SharedArrayBuffer(1) })],
    ['by a ring that has grown', (port) => port.postMessage('x'.repeat(3000))],
  ])('a listener hears what comes after a message that was taken %s', async (_, postBeside) => {
    const [port, other] = pair({ capacity: 4096, wakeBy })
    const heard: unknown[] = []
    other.on('message', (message) => heard.push(message))
    await asleep()
    postBeside(port)
    port.postMessage(2)
    postBeside(port)
    takeThree(other)
    for (const number of LATER) port.postMessage(number)
    await vi.waitFor(() => expect(heard).toEqual(LATER))
  })

  test('a pending receive() gets the next message', async () => {
    const [port, other] = pair({ wakeBy })
    const next = other.receive({ timeout: 5000 })
    await asleep()
    for (const shared of [true, false, true]) port.postMessage(shared ? new SharedArrayBuffer(1) : 'in the ring')
    takeThree(other)
    port.postMessage('next')
    expect(await next).toBe('next')
  })
})

test('a thread that has blocked in postMessage hears what came meanwhile', async () => {
  const { port, offer, transfer } = createChannel({ capacity: 4096 })
  const worker = new NativeWorker(new URL('blocks-and-listens.worker.ts', import.meta.url), {
    workerData: offer,
    transferList: [...transfer],
  })
  closeAfterTest(port, worker)
  const heard: unknown[] = []
  port.on('message', (message) => {
    if (message === 'begin') {
      block(30)
      port.postMessage('while it blocks')
      // Longer than a blocked thread waits before it looks whether we are still there.
      block(300)
    } else if (typeof message === 'string') heard.push(message)
  })
  await vi.waitFor(() => expect(heard).toEqual(['all posted', 'heard: while it blocks']), 5000)
})

test('a port that is only polled ends with a thread that has left its last message on the native port', async () => {
  const { port, offer, transfer } = createChannel()
  const left = new SharedArrayBuffer(1)
  const worker = new NativeWorker(new URL('leaves-unread.worker.ts', import.meta.url), {
    workerData: { offer, left },
    transferList: [...transfer],
  })
  closeAfterTest(port, worker)
  await new Promise((resolve) => worker.once('message', resolve))
  worker.postMessage('exit')
  await new Promise((resolve) => worker.once('exit', resolve))
  await asleep()
  expect(receiveMessageOnPort(port)).toEqual({ message: left })
  expect(await port.closed).toEqual({ reason: 'peer-died' })
})

test('a poll gets the next message although somebody listens from now on, as natively', async () => {
  const [port, other] = pair()
  const shared = [1, 2, 3].map((size) => new SharedArrayBuffer(size))
  const heard: unknown[] = []
  port.postMessage(shared[0])
  expect(receiveMessageOnPort(other)).toEqual({ message: shared[0] })
  port.postMessage(shared[1])
  // By now it is kept: a port that has polled a native message listens.
  await asleep()
  other.on('message', (message) => heard.push(message))
  port.postMessage(shared[2])
  expect(receiveMessageOnPort(other)).toEqual({ message: shared[1] })
  expect(heard).toEqual([])
  await vi.waitFor(() => expect(heard).toEqual([shared[2]]))
})

function takeThree(port: NodePort): void {
  for (let count = 0; count < 3; count++) expect(receiveMessageOnPort(port)).toBeDefined()
}

function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
