/** Ports of a `MessageChannel` of ours in transfer lists: with all that was posted to them, in order. */

import { once } from 'node:events'
import * as native from 'node:worker_threads'
import {
  attach,
  createChannel,
  MessageChannel,
  MessagePort,
  NodePort,
  ownClass,
  receiveMessageOnPort,
  Worker,
} from '@slipring/worker'
import { describe, expect, onTestFinished, test } from 'vitest'
import { closeAfterTest } from '../open-ports.ts'

const HOLDER = new URL('./holder.worker.ts', import.meta.url)

function holder(kind: 'ours' | 'native' = 'ours'): Worker {
  const worker = new Worker(HOLDER, { workerData: kind })
  onTestFinished(async () => void (await worker.terminate()))
  return worker
}

function channel(): [NodePort, NodePort] {
  const { port1, port2 } = new MessageChannel()
  closeAfterTest(port1, port2)
  return [port1, port2]
}

function refused(act: () => void, words: RegExp): void {
  expect(act).toThrow(expect.objectContaining({ name: 'DataCloneError', message: expect.stringMatching(words) }))
}

async function next(source: Worker): Promise<any> {
  const [message] = (await once(source, 'message')) as unknown[]
  return message
}

test('both ends in one thread, as a native channel', async () => {
  const [one, other] = channel()
  one.postMessage('first')
  expect(receiveMessageOnPort(other)).toEqual({ message: 'first' })
  const heard = once(one, 'message')
  other.postMessage({ second: true })
  expect(await heard).toEqual([{ second: true }])
  one.postMessage('by the ring')
  expect(await other.receive()).toBe('by the ring')
  expect(one.mode).toBe('shared')
  other.close()
  await one.closed
})

test('is a MessagePort, as a native one is, and cannot be made by itself', () => {
  const [port] = channel()
  const { port1 } = new native.MessageChannel()
  expect(port).toBeInstanceOf(MessagePort)
  expect(port1).toBeInstanceOf(MessagePort)
  port1.close()
  expect({}).not.toBeInstanceOf(MessagePort)
  expect(() => new MessagePort()).toThrow(TypeError)
})

test('to a worker that has just been made: a port of ours, and by the ring as soon as both read', async () => {
  const worker = holder()
  const [near, far] = channel()
  near.postMessage('posted before')
  const ended = far.closed
  worker.postMessage({ port: far, again: [far] }, [far])
  near.postMessage('posted after')
  expect(await next(worker)).toEqual({ isOurs: true, isPort: true, ports: 1, isAmongPorts: true })
  expect(await near.receive()).toEqual({ echo: 'posted before', mode: 'shared' })
  expect(await near.receive()).toEqual({ echo: 'posted after', mode: 'shared' })
  const { spills } = near.stats()
  for (let turn = 0; turn < 10; turn++) {
    near.postMessage(turn)
    expect(await near.receive()).toEqual({ echo: turn, mode: 'shared' })
  }
  expect(near.stats().spills).toBe(spills)
  expect(await ended).toEqual({ reason: 'closed' })
})

test('to a worker that reads the native parentPort: a native port', async () => {
  const worker = holder('native')
  const [near, far] = channel()
  near.postMessage('posted before')
  worker.postMessage({ port: far }, [far])
  near.postMessage('posted after')
  expect(await next(worker)).toMatchObject({ isOurs: false, isPort: true, isAmongPorts: true })
  expect(await near.receive()).toEqual({ echo: 'posted before' })
  expect(await near.receive()).toEqual({ echo: 'posted after' })
})

test('messages sent by the ring come before those that a thread without us posts', async () => {
  const worker = holder('native')
  const [near, far] = channel()
  const got: unknown[] = []
  const all = new Promise<void>((resolve) =>
    near.on('message', (message: unknown) => void (got.push(message) === 102 && resolve())),
  )
  for (let number = 0; number < 100; number++) far.postMessage(number)
  await new Promise(setImmediate)
  for (let number = 100; number < 101; number++) far.postMessage(number)
  expect(far.stats().spills).toBeLessThan(101)
  worker.postMessage({ port: far, post: 'native' }, [far])
  await all
  expect(got).toEqual([...Array(101).keys(), 'native'])
})

test('to a second worker by way of the first, and back', async () => {
  const [first, second] = [holder(), holder()]
  const [near, far] = channel()
  const [link, linked] = channel()
  second.postMessage({ port: link, isBack: true }, [link])
  const { port: back } = await next(second)
  near.postMessage(1)
  first.postMessage({ port: far, to: linked, post: 'from the first' }, [far, linked])
  const { port } = await back.receive()
  expect(port).toBeInstanceOf(NodePort)
  second.postMessage({ port, post: 'from the second' }, [port])
  expect(await next(second)).toMatchObject({ isOurs: true })
  expect(await near.receive()).toBe('from the first')
  expect(await near.receive()).toBe('from the second')
  expect(await near.receive()).toMatchObject({ echo: 1 })
})

test.each(['first', 'ring'])('a sender that has used the ring moves (%s)', async (way) => {
  const worker = holder()
  const [near, far] = channel()
  if (way === 'ring') {
    near.start()
    await new Promise(setImmediate)
  }
  const count = 2000
  for (let number = 0; number < count; number++) far.postMessage({ number, text: 'the same text in each' })
  worker.postMessage({ port: far, post: { number: count, text: 'the same text in each' } }, [far])
  for (let number = 0; number <= count; number++)
    expect(await near.receive()).toEqual({ number, text: 'the same text in each' })
})

test('a large number of messages without an envelope', async () => {
  const worker = holder()
  for (let number = 0; number < 40; number++) {
    const [near, far] = channel()
    near.postMessage(number)
    worker.postMessage({ port: far }, [far])
    const { isPort, isAmongPorts } = await next(worker)
    expect({ isPort, isAmongPorts }).toEqual({ isPort: true, isAmongPorts: true })
    expect(await near.receive()).toMatchObject({ echo: number })
    near.close()
    expect(await next(worker)).toBe('closed')
  }
})

test('by a channel with classes of the program', async () => {
  class Point {
    x = 0
  }
  const point = ownClass({
    name: 'Point',
    type: Point,
    to: ({ x }) => x,
    from: (x) => Object.assign(new Point(), { x }),
  })
  const codec = { classes: [point] }
  const { port, offer } = createChannel({ codec })
  const other = attach(offer, { codec })
  closeAfterTest(port, other)
  const [near, far] = channel()
  near.postMessage('waits')
  port.postMessage({ point: Object.assign(new Point(), { x: 7 }), far, buffer: new ArrayBuffer(8) }, [far])
  const message = await other.receive()
  expect(message.point).toBeInstanceOf(Point)
  expect(message.point.x).toBe(7)
  expect(message.buffer.byteLength).toBe(8)
  expect(await message.far.receive()).toBe('waits')
})

describe('ends', () => {
  test('the other end closes: what waits is still read where the port is', async () => {
    const worker = holder()
    const [near, far] = channel()
    near.postMessage('last')
    near.close()
    worker.postMessage({ port: far, isBack: true }, [far])
    const { port } = await next(worker)
    expect(await port.receive()).toBe('last')
    expect(await port.closed).toMatchObject({ reason: expect.stringMatching(/^peer-/) })
  })

  test('its thread ends: the other end closes', async () => {
    const worker = holder()
    const [near, far] = channel()
    worker.postMessage({ port: far }, [far])
    await next(worker)
    near.postMessage('asked')
    expect(await near.receive()).toMatchObject({ echo: 'asked' })
    await worker.terminate()
    expect(await near.closed).toMatchObject({ reason: expect.stringMatching(/^peer-/) })
  })

  test('the port that moved closes as a native one does, and posts nothing more', async () => {
    const [near, far] = channel()
    const [carrier, carried] = channel()
    const closed = once(far, 'close')
    carrier.postMessage(far, [far])
    far.postMessage('too late')
    await closed
    expect(receiveMessageOnPort(far)).toBeUndefined()
    expect(receiveMessageOnPort(near)).toBeUndefined()
    const arrived = await carried.receive()
    arrived.postMessage('here')
    expect(await near.receive()).toBe('here')
  })
})

describe('refusals', () => {
  test('a port in a message and not in its list', () => {
    const [, far] = channel()
    const [carrier] = channel()
    refused(() => carrier.postMessage({ far }), /transfer list as well/)
  })

  test('the port that posts', () => {
    const [near] = channel()
    refused(() => near.postMessage({ near }, [near]), /another port/)
  })

  test('a port twice, one that has moved, and one that is closed', () => {
    const [near, far] = channel()
    const [carrier] = channel()
    refused(() => carrier.postMessage({ far }, [far, far]), /twice/)
    carrier.postMessage({ far }, [far])
    refused(() => carrier.postMessage({ far }, [far]), /transferred already/)
    near.close()
    refused(() => carrier.postMessage({ near }, [near]), /ended/)
  })

  test('beside what cannot be cloned the port stays, and so does what it sent', async () => {
    const [near, far] = channel()
    const [carrier, carried] = channel()
    near.start()
    far.postMessage('by the lane')
    far.postMessage('by the ring')
    refused(() => carrier.postMessage({ far, no: () => {} }, [far]), /at no/)
    const { port1 } = new native.MessageChannel()
    native.markAsUntransferable(port1)
    refused(() => carrier.postMessage({ far }, [far, port1]), /./)
    port1.close()
    far.postMessage('and on')
    carrier.postMessage({ far }, [far])
    const { far: arrived } = await carried.receive()
    arrived.postMessage('there')
    for (const message of ['by the lane', 'by the ring', 'and on', 'there']) expect(await near.receive()).toBe(message)
  })
})
