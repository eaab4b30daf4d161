/** A listener acts on its own port, and on another one of its thread, within a turn. */

import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker as NativeWorker } from 'node:worker_threads'
import {
  attach,
  createChannel,
  type NodePort,
  type Offer,
  receiveIntoOnPort,
  receiveMessageOnPort,
  receiveMessageSync,
  Worker,
} from '@slipring/worker'
import { expect, test } from 'vitest'
import { closeAfterTest, pair } from './open-ports.ts'

const file = new URL('echo.worker.ts', import.meta.url)

// An `async` function is told a few microtasks late, and what came meanwhile was for the other listeners alone.
test.each([
  ['a native worker', NativeWorker],
  ['a worker of ours', Worker],
])('a loop of events.once beside other listeners misses nothing: %s', async (_, Class) => {
  const worker = new Class(file)
  let logged = 0
  worker.on('message', () => logged++)
  const call = async (id: number): Promise<void> => {
    worker.postMessage(id)
    for (;;) {
      const [answer] = (await once(worker, 'message')) as [unknown]
      if (answer === id) return
    }
  }
  await call(-1)
  await Promise.all(Array.from({ length: 8 }, (__, id) => call(id)))
  expect(logged).toBe(9)
  await worker.terminate()
})

test('a loop of events.once on a port misses nothing either, in bursts', async () => {
  const [port, other] = pair()
  let logged = 0
  other.on('message', () => logged++)
  const taken: unknown[] = []
  const loop = (async () => {
    while (taken.length < 1000) taken.push((await once(other, 'message'))[0])
  })()
  for (let burst = 0; burst < 10; burst++) {
    for (let index = 0; index < 100; index++) port.postMessage(burst * 100 + index)
    await delay(1)
  }
  await loop
  expect(taken).toEqual(Array.from({ length: 1000 }, (_, index) => index))
  expect(logged).toBe(1000)
})

/** As a browser does before it tells of an error. */
function catchUp(port: NodePort): void {
  ;(port as unknown as { catchUp(): void }).catchUp()
}

test('a listener that takes a message while its port catches up gets what came meanwhile, and the port goes on', async () => {
  const [port, other] = pair()
  const heard: unknown[] = []
  other.onmessage = ({ data }) => {
    heard.push(data)
    if (data !== 1) return
    for (const message of [2, 3, 4]) port.postMessage(message)
    port.close()
    heard.push(receiveMessageOnPort(other), receiveMessageSync(other, { timeout: 2000 }))
  }
  // It has looked, and is parked.
  await delay(20)
  port.postMessage(1)
  catchUp(other)
  expect(heard).toEqual([1, { message: 2 }, { message: 3 }])
  expect(await other.closed).toEqual({ reason: 'peer-closed' })
  expect(heard.at(-1)).toBe(4)
})

test('a thread that blocks within a listener gives back the room of messages that its other ports have read', async () => {
  const worker = new NativeWorker(new URL('room-for-another.worker.ts', import.meta.url))
  const [offers] = (await once(worker, 'message')) as [Offer[]]
  const [one, two] = [attach(offers[0]!), attach(offers[1]!)]
  closeAfterTest(one, two)
  await once(worker, 'message')
  let heard = 0
  let taken: unknown
  const isTaken = new Promise<void>((resolve) => {
    one.onmessage = () => {
      if (++heard !== 4) return
      // It has read less by then than the portion in which room is given back while messages pour in.
      taken = receiveMessageSync(two, { timeout: 5000 })
      resolve()
    }
  })
  await isTaken
  expect(taken).toEqual({ message: 'go on' })
  await worker.terminate()
})

test('the methods of a target to receive into are not called', async () => {
  const [port, other] = pair()
  class Target extends Uint8Array {
    override set(): void {
      throw new Error('of the target')
    }
  }
  port.postMessage(Uint8Array.of(1, 2, 3))
  port.postMessage('next')
  const target = new Target(4)
  expect(receiveIntoOnPort(other, target)).toBe(3)
  expect([...target]).toEqual([1, 2, 3, 0])
  expect(receiveMessageOnPort(other)).toEqual({ message: 'next' })
})

test('bytes that a lease lends are copied when they are posted on', async () => {
  const [port, other] = pair()
  const [on, far] = pair()
  port.postBytes(100, (room) => room.fill(1))
  const lease = await other.receiveLease()
  const { bytes } = lease
  const view = new DataView(bytes.buffer, bytes.byteOffset + 4, 8)
  on.postMessage({ bytes, again: bytes, view, floats: [new Uint16Array(bytes.buffer, bytes.byteOffset, 2)] })
  lease.release()
  const got = (await far.receive()) as Record<string, any>
  expect(got['bytes']).toEqual(new Uint8Array(100).fill(1))
  expect(got['bytes'].buffer).toBeInstanceOf(ArrayBuffer)
  expect(got['bytes'].buffer.byteLength).toBe(100)
  expect(got['again']).toBe(got['bytes'])
  expect([got['view'].byteLength, got['view'].getUint32(0)]).toEqual([8, 0x01010101])
  expect(got['floats']).toEqual([Uint16Array.of(0x0101, 0x0101)])
})

test('also to a worker that nobody of ours listens in, or not yet', async () => {
  const [port, other] = pair()
  port.postBytes(100, (room) => room.fill(1))
  const { bytes } = await other.receiveLease()
  const code = `const { parentPort } = require('node:worker_threads')
parentPort.on('message', ({ bytes, own, shared }) =>
  parentPort.postMessage([bytes.buffer instanceof SharedArrayBuffer, bytes.buffer.byteLength, [...bytes.subarray(0, 2)], own.buffer.byteLength, shared]))`
  const worker = new Worker(code, { eval: true })
  const own = new Uint8Array(4)
  const shared = new Int32Array(new SharedArrayBuffer(4))
  worker.postMessage({ bytes, own, shared }, [own.buffer])
  expect(own.buffer.byteLength).toBe(0)
  const [[isShared, byteLength, first, ownLength, theirs]] = (await once(worker, 'message')) as [any]
  expect([isShared, byteLength, first, ownLength]).toEqual([false, 100, [1, 1], 4])
  Atomics.store(shared, 0, 7)
  expect(Atomics.load(theirs, 0)).toBe(7)
  expect(() => worker.postMessage({ bytes, no: () => 1 })).toThrow(/could not be cloned/)
  await worker.terminate()
})

test('so are those that fill is given', async () => {
  const [port, other] = pair()
  const [on, far] = pair()
  port.postBytes(100, (room) => {
    room.fill(7)
    on.postMessage(room)
  })
  expect(((await far.receive()) as Uint8Array).buffer).toBeInstanceOf(ArrayBuffer)
  expect(await other.receive()).toEqual(new Uint8Array(100).fill(7))
})

test('an offer of a channel is still one', async () => {
  const [port, other] = pair()
  const { port: own, offer, transfer } = createChannel()
  closeAfterTest(own)
  port.postMessage(offer, transfer)
  const end = attach((await other.receive()) as Offer)
  closeAfterTest(end)
  own.postMessage('through the ring')
  expect(await end.receive()).toBe('through the ring')
  expect(end.stats().messagesReceived).toBe(1)
})
