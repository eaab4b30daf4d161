/** A program may keep a port that has ended, in a list of all its workers: the memory of its rings it does not keep. */

import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { channelOf } from '@slipring/core/channel'
import { f64 } from '@slipring/core/schema'
import { attach, createChannel, type NodePort, receiveMessageOnPort, Worker } from '@slipring/worker'
import { expect, test, vi } from 'vitest'
import { closeAfterTest } from './open-ports.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

type Use = (port: NodePort, other: NodePort) => unknown

const until = (port: NodePort, last: unknown): Promise<void> =>
  new Promise((resolve) => port.on('message', (message) => message === last && resolve()))

const uses: Record<string, Use> = {
  'that nobody used': () => {},
  'that only sent': (port) => port.postMessage('never read'),
  'with messages both ways': async (port, other) => {
    other.on('message', (message) => other.postMessage(message))
    port.postMessage(1)
    await until(port, 1)
  },
  'that grew': async (port, other) => {
    for (let number = 0; number < 300; number++) port.postMessage('x'.repeat(10_000))
    port.postMessage('last')
    await until(other, 'last')
    expect(port.stats().growths).toBeGreaterThan(0)
  },
  'whose listener closes it': async (port, other) => {
    for (let number = 0; number < 10; number++) port.postMessage(number)
    await new Promise<void>((resolve) =>
      other.on('message', (message) => {
        if (message === 4) other.close()
        if (message === 9) resolve()
      }),
    )
  },
  'that was polled': (port, other) => {
    port.postMessage(1)
    port.postMessage(2)
    expect(receiveMessageOnPort(other)).toEqual({ message: 1 })
  },
  'that somebody waits at': (port) => void port.receive().catch(() => {}),
  'that waits for room': (port) => {
    while (port.tryPostMessage('x'.repeat(1000)));
    port.ready.catch(() => {})
    port.on('drain', () => {})
  },
  'with records': async (port, other) => {
    const numbers = port.channel(channelOf(f64))
    const seen = new Promise((resolve) => (other.channel(channelOf(f64)).onrecord = resolve))
    for (let number = 0; number < 10; number++) numbers.send(number)
    await seen
  },
  'with messages and records that nobody asked for': async (port, other) => {
    const numbers = port.channel(channelOf(f64))
    const there = other.channel(channelOf(f64))
    port.postMessage('nobody asks')
    for (let number = 0; number < 3; number++) numbers.send(number)
    expect(await there.receive()).toBe(0)
  },
  'that lived on transfers': async (port, other) => {
    const buffer = new ArrayBuffer(8)
    port.postMessage(buffer, [buffer])
    port.postMessage('last')
    await until(other, 'last')
  },
}

async function areCollected(refs: readonly WeakRef<object>[]): Promise<boolean> {
  for (let round = 0; round < 20; round++) {
    await delay(2)
    collectGarbage()
    if (refs.every((ref) => ref.deref() === undefined)) return true
  }
  return false
}

test.each(Object.keys(uses))('nobody keeps the rings of an ended channel %s', async (name) => {
  const refs: WeakRef<object>[] = []
  const make = (): [NodePort, NodePort] => {
    const { port, offer } = createChannel({ capacity: 1 << 16 })
    refs.push(...offer.rings!.map((ring) => new WeakRef(ring)))
    return [port, attach(offer)]
  }
  const [port, other] = make()
  await uses[name]!(port, other)
  const { messagesSent } = port.stats()
  port.close()
  // Messages that are left there keep the other side open.
  await Promise.race([other.closed, delay(50)])
  other.close()
  expect(await areCollected(refs)).toBe(true)
  expect([port.mode, other.mode]).toEqual(['shared', 'shared'])
  expect(port.stats().messagesSent).toBe(messagesSent)
  expect(port.highWaterMark).toBe(1 << 15)
  // It behaves as any port that has ended.
  port.postMessage('nobody hears it')
  expect(receiveMessageOnPort(port)).toBeUndefined()
  await expect(other.receive()).rejects.toMatchObject({ name: 'ClosedError' })
  await expect(other.ready).rejects.toMatchObject({ name: 'ClosedError' })
})

test('nobody keeps the rings of a worker that has ended', async () => {
  const refs: WeakRef<object>[] = []
  const Shared = globalThis.SharedArrayBuffer
  vi.stubGlobal(
    'SharedArrayBuffer',
    class extends Shared {
      constructor(bytes: number) {
        super(bytes)
        refs.push(new WeakRef(this))
      }
    },
  )
  const worker = new Worker(new URL('echo.worker.ts', import.meta.url))
  vi.unstubAllGlobals()
  closeAfterTest(worker)
  expect(refs.length).toBeGreaterThan(1)
  worker.postMessage(1)
  await until(worker.port, 1)
  await worker.terminate()
  await worker.port.closed
  expect(await areCollected(refs)).toBe(true)
  expect(worker.port.stats().messagesReceived).toBe(1)
})
