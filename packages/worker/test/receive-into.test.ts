import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Worker as NativeWorker } from 'node:worker_threads'
import {
  attach,
  createChannel,
  type NodePort,
  receiveIntoOnPort,
  receiveIntoSync,
  receiveMessageOnPort,
  Worker,
} from '@slipring/worker'
import { describe, expect, test, vi } from 'vitest'
import { byteMessages, bytes, shownBy } from './byte-messages.ts'
import { closeAfterTest, pair } from './open-ports.ts'

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

/** Asks in one of the three ways, which must give the same. */
const ways: [string, (port: NodePort, target: ArrayBuffer | ArrayBufferView) => Promise<number | undefined>][] = [
  ['receiveInto()', (port, target) => port.receiveInto(target, { timeout: 5000 })],
  ['receiveIntoOnPort()', async (port, target) => receiveIntoOnPort(port, target)],
  ['receiveIntoSync()', async (port, target) => receiveIntoSync(port, target, { timeout: 5000 })],
]

describe.each(ways)('%s', (_, into) => {
  test.each(byteMessages)(
    'copies %s to the start of the target, which keeps its other bytes',
    async (_name, message) => {
      const [port, other] = pair()
      const expected = shownBy(message)
      port.postMessage(message)
      const target = new Uint8Array(1001).fill(0xee)
      expect(await into(other, target)).toBe(expected.length)
      expect(target.subarray(0, expected.length)).toEqual(expected)
      expect(target.subarray(expected.length).every((byte) => byte === 0xee)).toBe(true)
      expect(other.stats()).toMatchObject({ messagesReceived: 1, bytesReceived: port.stats().bytesSent })
      expect(receiveIntoOnPort(other, target)).toBeUndefined()
      expect(port.bufferedAmount).toBe(0)
    },
  )

  test('fills any view or buffer, also a shared one', async () => {
    const [port, other] = pair()
    const buffer = new ArrayBuffer(64)
    for (const target of [buffer, new DataView(buffer, 8, 16), new Float32Array(new SharedArrayBuffer(16))]) {
      port.postMessage(bytes(16))
      expect(await into(other, target)).toBe(16)
      const [start, memory] = ArrayBuffer.isView(target) ? [target.byteOffset, target.buffer] : [0, target]
      expect(new Uint8Array(memory, start, 16)).toEqual(bytes(16))
    }
  })

  test.each([
    ['an object', { bytes: bytes(8) }],
    ['a string', 'text'],
    ['undefined', undefined],
    ['shared memory', new Uint8Array(new SharedArrayBuffer(8))],
    ['shared memory that may grow', new Uint8Array(new SharedArrayBuffer(8, { maxByteLength: 16 }))],
  ])('refuses %s, which stays the next message', async (_name, message) => {
    const [port, other] = pair()
    for (const each of [message, 'after it', bytes(5)]) port.postMessage(each)
    const target = new Uint8Array(100)
    const refusal = {
      name: 'TypeError',
      message:
        'Cannot receive the next message into 100 bytes: it is not one ArrayBuffer or view; take it by receive()',
    }
    await expect(into(other, target)).rejects.toMatchObject(refusal)
    await expect(into(other, target)).rejects.toMatchObject(refusal)
    expect(await other.receive()).toEqual(message)
    expect(await other.receive()).toEqual('after it')
    expect(await into(other, target)).toBe(5)
    expect(other.stats().messagesReceived).toBe(3)
  })

  test('refuses more bytes than the target has; they stay the next message', async () => {
    const [port, other] = pair()
    port.postMessage(bytes(101))
    const target = new Uint8Array(100)
    const refusal = {
      name: 'RangeError',
      message: 'Cannot receive 101 bytes into 100: give a larger target, or take the message by receive()',
    }
    await expect(into(other, target)).rejects.toMatchObject(refusal)
    expect(target).toEqual(new Uint8Array(100))
    expect(await into(other, new Uint8Array(101))).toBe(101)
    port.postMessage(bytes(101, 2))
    await expect(into(other, target)).rejects.toMatchObject(refusal)
    expect(await other.receive()).toEqual(bytes(101, 2))
  })

  test('refuses a target that is none', async () => {
    const [, other] = pair()
    await expect(into(other, [] as never)).rejects.toThrow(
      'Cannot receive into what is of type object: use an ArrayBuffer or a view',
    )
    await expect(into(other, undefined as never)).rejects.toThrow(TypeError)
  })

  test('takes bytes that came by the native port, transferred or too large for the ring, in order', async () => {
    const [port, other] = pair({ capacity: 4096, maxCapacity: 4096 })
    const transferred = bytes(300, 3)
    port.postMessage(bytes(100))
    port.postMessage(bytes(20_000, 2))
    port.postMessage(transferred, [transferred.buffer])
    const { buffer } = bytes(50, 4)
    port.postMessage(buffer, [buffer])
    port.postMessage(bytes(10, 5))
    const target = new Uint8Array(20_000)
    for (const [length, seed] of [
      [100, 1],
      [20_000, 2],
      [300, 3],
      [50, 4],
      [10, 5],
    ] as const) {
      expect(await into(other, target)).toBe(length)
      expect(target.subarray(0, length)).toEqual(bytes(length, seed))
    }
    expect(port.stats().spills).toBe(3)
  })

  test('refuses what came by the native port as well, and that too stays the next message', async () => {
    const [port, other] = pair({ capacity: 4096, maxCapacity: 4096 })
    const { buffer } = bytes(60)
    port.postMessage(buffer, [buffer])
    port.postMessage(new SharedArrayBuffer(8))
    port.postMessage('last')
    await expect(into(other, new Uint8Array(59))).rejects.toThrow('Cannot receive 60 bytes into 59')
    expect(await into(other, new Uint8Array(60))).toBe(60)
    await expect(into(other, new Uint8Array(60))).rejects.toThrow(TypeError)
    expect(await other.receive()).toBeInstanceOf(SharedArrayBuffer)
    expect(await other.receive()).toBe('last')
  })

  test('keeps the tables of both sides together among other messages, over rings that grow', async () => {
    const [port, other] = pair({ capacity: 4096 })
    for (const number of numbers(400)) {
      if (number % 3 === 0) port.postMessage(bytes(number * 20, number))
      else port.postMessage({ [`key${number % 50}`]: `some longer text ${number % 40}`, number })
    }
    const target = new Uint8Array(8000)
    for (const number of numbers(400)) {
      if (number % 3 !== 0) expect(await other.receive()).toMatchObject({ number })
      else {
        expect(await into(other, target)).toBe(number * 20)
        expect(target.subarray(0, number * 20)).toEqual(bytes(number * 20, number))
      }
    }
  })
})

describe('receiveInto()', () => {
  test('waits among other pulls: asked first, served first', async () => {
    const [port, other] = pair()
    const targets = [new Uint8Array(4), new Uint8Array(4)]
    const asked = [other.receive(), other.receiveInto(targets[0]!), other.receive(), other.receiveInto(targets[1]!)]
    for (const message of ['a', bytes(4, 1), 'b', bytes(3, 2)]) port.postMessage(message)
    expect(await Promise.all(asked)).toEqual(['a', 4, 'b', 3])
    expect(targets).toEqual([bytes(4, 1), Uint8Array.of(...bytes(3, 2), 0)])
  })

  test('refused while waiting, it leaves the message to the next request', async () => {
    const [port, other] = pair()
    const refused = [other.receiveInto(new Uint8Array(4)), other.receiveInto(new Uint8Array(5))]
    const asked = other.receive()
    port.postMessage('text')
    for (const each of refused) await expect(each).rejects.toThrow(TypeError)
    expect(await asked).toBe('text')
    const larger = other.receiveInto(new Uint8Array(4)).catch((error: RangeError) => {
      expect(error.message).toContain('Cannot receive 9 bytes into 4')
      return other.receiveInto(new Uint8Array(9))
    })
    port.postMessage(bytes(9))
    expect(await larger).toBe(9)
  })

  test('refused while waiting, it leaves the message to listeners, but to a new request first', async () => {
    const [port, other] = pair()
    const heard: unknown[] = []
    other.on('message', (message) => heard.push(message))
    const again = other.receiveInto(new Uint8Array(4)).catch(() => other.receive())
    for (const message of ['for the new request', 'for the listener']) port.postMessage(message)
    expect(await again).toBe('for the new request')
    await vi.waitFor(() => expect(heard).toEqual(['for the listener']))
    const given = other.receiveInto(new Uint8Array(4))
    port.postMessage('given up')
    await expect(given).rejects.toThrow(TypeError)
    await vi.waitFor(() => expect(heard).toEqual(['for the listener', 'given up']))
  })

  test('rejects with the reason of its signal, with a TimeoutError, and when the port ends; nothing is lost', async () => {
    const [port, other] = pair()
    const target = new Uint8Array(4)
    const reason = new Error('no longer')
    await expect(other.receiveInto(target, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    await expect(other.receiveInto(target, { timeout: 2 })).rejects.toMatchObject({ name: 'TimeoutError' })
    port.postMessage(bytes(2))
    await delay(5)
    expect(await other.receiveInto(target)).toBe(2)
    const asked = other.receiveInto(target)
    port.postMessage(bytes(3))
    port.close()
    expect(await asked).toBe(3)
    await expect(other.receiveInto(target)).rejects.toMatchObject({ name: 'ClosedError', reason: 'peer-closed' })
    expect(receiveIntoOnPort(other, target)).toBeUndefined()
    expect(receiveIntoSync(other, target)).toBeUndefined()
  })

  test('a message that was refused before the other side closed is still there', async () => {
    const [port, other] = pair()
    const asked = other.receiveInto(new Uint8Array(4))
    port.postMessage('kept')
    port.close()
    await expect(asked).rejects.toThrow(TypeError)
    await delay(20)
    expect(await other.receive()).toBe('kept')
    expect(await other.closed).toEqual({ reason: 'peer-closed' })
  })

  test('takes what a worker had posted before it ended, and refuses what is no bytes of it', async () => {
    const worker = new Worker(new URL('post-and-exit.worker.ts', import.meta.url), {
      workerData: { count: 3, code: 7 },
    })
    closeAfterTest(worker)
    await expect(worker.port.receiveInto(new Uint8Array(8))).rejects.toThrow(TypeError)
    for (const number of numbers(3)) expect(await worker.port.receive()).toBe(number)
    expect(await worker.port.closed).toEqual({ reason: 'peer-died' })
  })

  test('tells a subscriber of diagnostics the bytes, once', async () => {
    const told: unknown[] = []
    const tell = (message: unknown): void => void told.push((message as { value: unknown }).value)
    subscribe('slipring:port:receive', tell)
    const [port, other] = pair()
    const target = new Uint8Array(8)
    for (const way of [0, 1, 2, 3]) port.postMessage(bytes(way))
    port.postMessage('refused')
    expect(await other.receiveInto(target)).toBe(0)
    expect(receiveIntoOnPort(other, target)).toBe(1)
    expect(receiveIntoSync(other, target)).toBe(2)
    expect(told.splice(0)).toEqual([bytes(0), bytes(1), bytes(2)])
    expect(await other.receiveInto(target)).toBe(3)
    await expect(other.receiveInto(target)).rejects.toThrow(TypeError)
    const waiting = [other.receive(), other.receiveInto(target)]
    port.postMessage(bytes(4))
    await Promise.all(waiting)
    expect(told).toEqual([bytes(3), 'refused', bytes(4)])
    unsubscribe('slipring:port:receive', tell)
  })
})

describe('native messages without an envelope', () => {
  test('of a worker that knows nothing of us go into the target, or stay the next', async () => {
    const worker = new Worker(new URL('native-echo.worker.ts', import.meta.url))
    closeAfterTest(worker)
    const target = new Uint8Array(8)
    for (const message of [bytes(8), 'text', bytes(9), bytes(2)]) worker.postMessage(message)
    expect(await worker.port.receiveInto(target)).toBe(8)
    expect(target).toEqual(bytes(8))
    await expect(worker.port.receiveInto(target)).rejects.toThrow(TypeError)
    await delay(20)
    await expect(worker.port.receiveInto(target)).rejects.toThrow(TypeError)
    expect(await worker.port.receive()).toBe('text')
    await expect(worker.port.receiveInto(target)).rejects.toThrow('Cannot receive 9 bytes into 8')
    expect(await worker.port.receive()).toEqual(bytes(9))
    expect(await worker.port.receiveInto(target)).toBe(2)
  })

  test.each(ways)(
    'in mode "copied": %s takes bytes, and what is refused survives the end of the other side',
    async (name, into) => {
      const { port1, port2 } = new MessageChannel()
      const other = attach({ slipring: 1, token: '', rings: null, lane: port2 })
      closeAfterTest(other)
      expect(other.mode).toBe('copied')
      for (const message of [bytes(4), 'text', bytes(9), 'last']) port1.postMessage(message)
      port1.close()
      await delay(10)
      const target = new Uint8Array(8)
      const asked = into(other, target)
      if (name === 'receiveIntoSync()') return expect(asked).rejects.toThrow('this port is in mode "copied"')
      expect(await asked).toBe(4)
      expect(target.subarray(0, 4)).toEqual(bytes(4))
      await expect(into(other, target)).rejects.toThrow(TypeError)
      await delay(10)
      await expect(into(other, target)).rejects.toThrow(TypeError)
      expect(await other.receive()).toBe('text')
      await expect(into(other, target)).rejects.toThrow('Cannot receive 9 bytes into 8')
      for (const message of [bytes(9), 'last']) expect(await other.receive()).toEqual(message)
      await expect(other.receive()).rejects.toMatchObject({ reason: 'peer-closed' })
      expect(other.stats().messagesReceived).toBe(4)
    },
  )

  test('refused in mode "copied" while waiting, it leaves the message to listeners, in order', async () => {
    const { port1, port2 } = new MessageChannel()
    const other = attach({ slipring: 1, token: '', rings: null, lane: port2 })
    closeAfterTest(other, port1)
    const heard: unknown[] = []
    const asked = other.receiveInto(new Uint8Array(4))
    other.on('message', (message) => heard.push(message))
    for (const message of ['a', 'b', bytes(3)]) port1.postMessage(message)
    await expect(asked).rejects.toThrow(TypeError)
    await vi.waitFor(() => expect(heard).toEqual(['a', 'b', bytes(3)]))
  })

  test('a thread that blocks for bytes is woken, and told when the other side is gone', async () => {
    const { port, offer, transfer } = createChannel()
    const worker = new NativeWorker(new URL('into-echo.worker.ts', import.meta.url), {
      workerData: offer,
      transferList: [...transfer],
    })
    closeAfterTest(port, worker)
    for (const length of [0, 1, 1000, 70_000]) {
      port.postMessage(bytes(length))
      expect(await port.receive()).toEqual(bytes(length))
    }
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    port.close()
    expect(await ended).toBe(0)
  })
})

test('receiveMessageOnPort() takes what receiveIntoOnPort() refused', () => {
  const [port, other] = pair()
  port.postMessage([bytes(1)])
  expect(() => receiveIntoOnPort(other, new Uint8Array(1))).toThrow(TypeError)
  expect(receiveMessageOnPort(other)).toEqual({ message: [bytes(1)] })
  expect(receiveIntoOnPort(other, new Uint8Array(1))).toBeUndefined()
})

test('a native message that a waiting receiveInto() refuses is there for the next request', async () => {
  const echo = `const { parentPort } = require('node:worker_threads'); parentPort.on('message', () => parentPort.postMessage('text'))`
  const worker = new Worker(echo, { eval: true })
  closeAfterTest(worker)
  for (let round = 0; round < 3; round++) {
    const refused = worker.port.receiveInto(new Uint8Array(8)).catch((error: Error) => error.name)
    const asked = worker.port.receive({ timeout: 5000 })
    worker.postMessage('go')
    expect(await refused).toBe('TypeError')
    expect(await asked).toBe('text')
  }
})

test('a refusal that has been told is not kept, nor what its maker can see', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const [port, other] = pair()
  port.postMessage({ no: 'bytes' })
  const ask = (): WeakRef<object> => {
    const seen = { by: 'who asks' }
    const refused = (): void => {
      expect(() => receiveIntoOnPort(other, new Uint8Array(8))).toThrow(TypeError)
      expect(seen.by).toBe('who asks')
    }
    refused()
    return new WeakRef(seen)
  }
  const seen = ask()
  await new Promise((resolve) => setTimeout(resolve, 0))
  collectGarbage()
  expect(seen.deref()).toBeUndefined()
  expect(receiveMessageOnPort(other)).toEqual({ message: { no: 'bytes' } })
})
