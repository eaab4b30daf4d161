import { once } from 'node:events'
import { MessageChannel as NativeChannel, Worker as NativeWorker } from 'node:worker_threads'
import {
  attach,
  connect,
  createChannel,
  HandshakeError,
  type NodePort,
  receiveMessageOnPort,
  receiveMessageSync,
  Worker,
} from '@slipring/worker'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { closeAfterTest, pair } from './open-ports.ts'

function native(file: string, workerData?: unknown, transferList: object[] = []): NativeWorker {
  const worker = new NativeWorker(new URL(file, import.meta.url), { workerData, transferList: transferList as never })
  closeAfterTest(worker)
  return worker
}

const next = (port: NodePort): Promise<unknown> => new Promise((resolve) => port.once('message', resolve))

/** The listeners that two messages call, with their arguments. */
async function listenersOf(port: any, send: (value: unknown) => void): Promise<unknown[]> {
  const seen: unknown[] = []
  const twice = (value: unknown): void => void seen.push(['twice', value])
  port.on('message', twice)
  port.addEventListener('message', (event: MessageEvent) => seen.push(['event', event.data]))
  port.onmessage = () => seen.push('old handler')
  port.on('message', twice)
  port.once('message', (value: unknown) => seen.push(['once', value]))
  port.addEventListener('message', twice)
  port.onmessage = () => seen.push('handler')
  const held = [port.hasRef()]
  send(1)
  send(2)
  await vi.waitFor(() => expect(seen.length).toBe(7))
  port.onmessage = null
  port.off('message', twice)
  port.unref()
  port.on('message', () => {})
  held.push(port.hasRef())
  return [...seen, held]
}

function messageOf(number: number): { number: number; text: string } {
  return { number, text: String(number).padEnd(100) }
}

describe('createChannel() and attach()', () => {
  test('both ports are usable at once, in one thread', () => {
    const [port, other] = pair()
    port.postMessage({ a: 1 })
    other.postMessage({ b: 2 })
    expect(receiveMessageOnPort(other)).toEqual({ message: { a: 1 } })
    expect(receiveMessageOnPort(port)).toEqual({ message: { b: 2 } })
    expect(receiveMessageOnPort(port)).toBeUndefined()
  })

  test('messages posted before attach() arrive', () => {
    const { port, offer } = createChannel({ capacity: 4096 })
    for (let number = 0; number < 2000; number++) port.postMessage({ number })
    const other = attach(offer)
    closeAfterTest(port, other)
    for (let number = 0; number < 2000; number++) expect(receiveMessageOnPort(other)).toEqual({ message: { number } })
    expect(receiveMessageOnPort(other)).toBeUndefined()
    expect(port.stats().growths).toBeGreaterThan(0)
  })

  test('a ring that has grown is left again, in order, and grows again', () => {
    const [port, other] = pair({ capacity: 4096 })
    let sent = 0
    let taken = 0
    const takeAll = (): void => {
      while (taken < sent) expect(receiveMessageOnPort(other)).toEqual({ message: messageOf(taken++) })
    }
    for (let times = 1; times <= 3; times++) {
      while (port.stats().growths < times) port.postMessage(messageOf(sent++))
      takeAll()
      while (port.stats().shrinks < times && sent < 20_000) {
        port.postMessage(messageOf(sent++))
        takeAll()
      }
      expect(port.stats()).toMatchObject({ growths: times, shrinks: times, spills: 0, messagesSent: sent })
    }
    expect(port.bufferedAmount).toBe(0)
  })

  test('a ring that may not grow spills to the native port, in order', () => {
    const [port, other] = pair({ capacity: 4096, maxCapacity: 4096 })
    for (let number = 0; number < 2000; number++) port.postMessage({ number })
    for (let number = 0; number < 2000; number++) expect(receiveMessageOnPort(other)).toEqual({ message: { number } })
    expect(port.stats()).toMatchObject({ growths: 0, messagesSent: 2000 })
    expect(port.stats().spills).toBeGreaterThan(0)
  })

  test.each([2 ** 31 - 4096, 2 ** 32 - 4096])('positions that start at %s wrap unnoticed', (startPosition) => {
    const [port, other] = pair({ capacity: 4096, startPosition })
    for (let number = 0; number < 3000; number++) {
      port.postMessage({ number, text: 'x'.repeat(number % 300) })
      expect(receiveMessageOnPort(other)).toEqual({ message: { number, text: 'x'.repeat(number % 300) } })
    }
  })

  test('an offer crosses in workerData', async () => {
    const { port, offer, transfer } = createChannel()
    closeAfterTest(port)
    native('attach.worker.ts', offer, [...transfer])
    port.postMessage({ over: 'workerData' })
    expect(await next(port)).toEqual({ over: 'workerData' })
  })

  test('an offer crosses another of our ports', () => {
    const [port, other] = pair()
    const { port: inner, offer, transfer } = createChannel()
    port.postMessage(offer, transfer)
    const { message } = receiveMessageOnPort(other)!
    const attached = attach(message)
    closeAfterTest(inner, attached)
    inner.postMessage('through')
    expect(receiveMessageOnPort(attached)).toEqual({ message: 'through' })
  })
})

describe('a getter of the value that is posted', () => {
  test.each([0, 1])('may change the transfer list: what counts is what it had before, %i buffers', (count) => {
    const [port, other] = pair()
    const buffer = new ArrayBuffer(8)
    const list = count === 0 ? [] : [buffer]
    const value = {
      get changed() {
        return count === 0 ? list.push(buffer) : (list.length = 0)
      },
      buffer,
    }
    port.postMessage(value, list)
    expect(buffer.byteLength).toBe(count === 0 ? 8 : 0)
    expect(receiveMessageOnPort(other)).toEqual({ message: { changed: 1 - count, buffer: new ArrayBuffer(8) } })
  })

  test('may close the port: nothing is thrown, and the other side sees the end', async () => {
    const [port, other] = pair()
    port.postMessage('before')
    port.postMessage({
      get closed() {
        port.close()
        return true
      },
    })
    expect(await other.receive()).toBe('before')
    expect((await other.closed).reason).toBe('peer-closed')
  })

  test.each<[string, () => [value: object, transfer?: ArrayBuffer[]]]>([
    ['shares memory', () => [{ memory: new SharedArrayBuffer(8) }]],
    [
      'transfers',
      () => {
        const buffer = new ArrayBuffer(8)
        return [{ buffer }, [buffer]]
      },
    ],
    ['needs a larger ring', () => [{ text: 'x'.repeat(300_000) }]],
    ['is larger than any ring', () => [{ text: 'x'.repeat(20_000_000) }]],
  ])('may close the port while the message %s: the other side sees the end', async (_, make) => {
    const [port, other] = pair()
    const [value, transfer] = make()
    port.postMessage(
      {
        get closed() {
          port.close()
          return true
        },
        ...value,
      },
      transfer ?? [],
    )
    expect((await other.closed).reason).toBe('peer-closed')
  })

  test('may close the port from a message that is posted by a getter: none of the two is announced', async () => {
    const [port, other] = pair()
    port.postMessage({
      get inner() {
        const closing = {
          get closed() {
            port.close()
            return true
          },
        }
        port.postMessage(closing)
        return 1
      },
    })
    expect(receiveMessageSync(other, { timeout: 5000 })).toBeUndefined()
    expect(await other.closed).toEqual({ reason: 'peer-closed' })
  })

  test.each([8, 300_000])('may close the port of a worker, which sees the end: %i characters', async (length) => {
    const ends = new Int32Array(new SharedArrayBuffer(4))
    const worker = new Worker(new URL('tells-of-its-end.worker.ts', import.meta.url), { workerData: ends })
    closeAfterTest(worker)
    await new Promise((resolve) => worker.once('message', resolve))
    worker.postMessage({
      get closed() {
        worker.port.close()
        return 'x'.repeat(length)
      },
    })
    await vi.waitFor(() => expect(Atomics.load(ends, 0)).toBe(1))
  })

  test('may post where only the platform can carry what it is in: that comes after', () => {
    const [port, other] = pair()
    class Store extends EventTarget {
      readonly #result: unknown
      readonly state = this.#stateOf()
      constructor(result: unknown) {
        super()
        this.#result = result
      }
      #stateOf(): object {
        const total = (): unknown => {
          for (let count = 0; count < 3; count++) port.postMessage(`posted by the getter ${count}`)
          const memory = new SharedArrayBuffer(8)
          expect(() => port.postMessage({ memory })).toThrow(/^What only the platform carries .* post it after that/)
          return this.#result
        }
        return Object.defineProperty({}, 'total', { get: total, enumerable: true })
      }
    }
    for (let round = 0; round < 3; round++) {
      port.postMessage(new Store(round))
      port.postMessage('after')
      expect(() => port.postMessage(new Store(() => {}))).toThrow(expect.objectContaining({ name: 'DataCloneError' }))
      const taken = Array.from({ length: 8 }, () => receiveMessageOnPort(other)?.message as unknown)
      const posted = [0, 1, 2].map((count) => `posted by the getter ${count}`)
      expect(taken).toEqual([{ state: { total: round } }, ...posted, 'after', ...posted])
    }
    expect(receiveMessageOnPort(other)).toBeUndefined()
  })

  test.each([8, undefined])('may not shrink a buffer under transfer below where its view of length %s is', (length) => {
    const [port, other] = pair()
    const shrinking = (): [value: object, transfer: ArrayBuffer[]] => {
      const buffer = new ArrayBuffer(16, { maxByteLength: 32 })
      const view = new Uint8Array(buffer, 4, length)
      return [Object.defineProperty({ view }, 'x', { get: () => buffer.resize(2), enumerable: true }), [buffer]]
    }
    const [value, transfer] = shrinking()
    // structuredClone throws as well, but on the side that receives.
    expect(() => structuredClone(value, { transfer })).toThrow(/deserialize/)
    expect(() => port.postMessage(...shrinking())).toThrow(expect.objectContaining({ name: 'DataCloneError' }))
    port.postMessage('after')
    expect(receiveMessageOnPort(other)).toEqual({ message: 'after' })
  })

  test('may resize a buffer under transfer as long as its views are within', () => {
    const [port, other] = pair()
    const buffer = new ArrayBuffer(16, { maxByteLength: 32 })
    const resizing = { fixed: new Uint8Array(buffer, 4, 4), following: new Uint8Array(buffer, 8) }
    Object.defineProperty(resizing, 'x', { get: () => buffer.resize(8), enumerable: true })
    port.postMessage(resizing, [buffer])
    const { fixed, following } = receiveMessageOnPort(other)!.message
    expect([fixed.length, following.length, fixed.buffer === following.buffer]).toEqual([4, 0, true])
    fixed.buffer.resize(32)
    expect([fixed.length, following.length]).toEqual([4, 24])
  })
})

describe('bad offers', () => {
  test.each([undefined, null, 5, {}, { rings: [] }, [], new SharedArrayBuffer(8192)])('%s is a TypeError', (offer) => {
    expect(() => attach(offer as never)).toThrow(TypeError)
  })

  test('another version, foreign rings and a lost port', () => {
    const { port, offer } = createChannel()
    closeAfterTest(port)
    expect(() => attach({ ...offer, slipring: 99 })).toThrow(HandshakeError)
    expect(() => attach({ ...offer, slipring: 99 })).toThrow(/version 99/)
    expect(() => attach({ ...offer, rings: [new SharedArrayBuffer(8192), offer.rings![1]] })).toThrow(/magic/)
    expect(() => attach({ ...offer, rings: [new ArrayBuffer(8192), offer.rings![1]] as never })).toThrow(TypeError)
    expect(() => attach({ ...offer, lane: undefined })).toThrow(/lost its port/)
  })

  test('a second attach() is a HandshakeError', () => {
    const { port, offer } = createChannel()
    closeAfterTest(port, attach(offer))
    expect(() => attach(offer)).toThrow(HandshakeError)
    expect(() => attach(offer)).toThrow('Cannot attach: a thread has attached to this offer already')
  })

  test.each([0, 1000, 4097, 2 ** 31])('a capacity of %s is a RangeError', (capacity) => {
    expect(() => createChannel({ capacity })).toThrow(RangeError)
  })
})

describe('connect() and accept()', () => {
  test.each(['accept.worker.ts', 'accept-sync.worker.ts'])('reach a native Worker that runs %s', async (file) => {
    const worker = native(file)
    const port = connect(worker)
    closeAfterTest(port)
    port.postMessage({ at: 'once' })
    expect(await next(port)).toEqual({ at: 'once' })
    worker.postMessage('native still works')
    expect(await once(worker, 'message')).toEqual(['native still works'])
  })

  test.each(['accept-sync-late.worker.ts', 'accept-late.worker.ts'])(
    'keep native messages, and their order: %s',
    async (file) => {
      const worker = native(file)
      for (const message of ['a', 'b']) worker.postMessage(message)
      closeAfterTest(connect(worker))
      for (const message of ['c', 'd']) worker.postMessage(message)
      expect(await once(worker, 'message')).toEqual([['a', 'b', 'c', 'd']])
    },
  )

  test('hold nothing back from a loop that listens for one native message after the other, while they wait', async () => {
    const worker = native('accept-once.worker.ts')
    for (const message of ['a', 'b', 'c']) worker.postMessage(message)
    // Only who has got two lets the connection be made.
    expect(await once(worker, 'message')).toEqual(['two are here'])
    closeAfterTest(connect(worker))
    worker.postMessage('d')
    expect(await once(worker, 'message')).toEqual([['a', 'b', 'c', 'd']])
  })

  test('hold nothing back after a wait that blocked', async () => {
    const worker = native('accept-once.worker.ts', 'sync')
    for (const message of ['a', 'b', 'c']) worker.postMessage(message)
    closeAfterTest(connect(worker))
    await delay(300)
    worker.postMessage('d')
    expect(await once(worker, 'message')).toEqual([['a', 'b', 'c', 'd']])
  })

  test('give no message the ports of one before it', async () => {
    const worker = native('accept-ports.worker.ts')
    const [first, last] = [new MessageChannel().port1 as never, new MessageChannel().port1 as never]
    worker.postMessage(first, [first])
    worker.postMessage('without')
    worker.postMessage(last, [last])
    expect(await once(worker, 'message')).toEqual([[0, 1]])
    await worker.terminate()
  })

  test('take no connection by options that cannot be', async () => {
    const port = connect(native('accept-refused.worker.ts'))
    closeAfterTest(port)
    expect(await port.receive({ timeout: 5000 })).toEqual(['RangeError', 'RangeError'])
  })

  test('to a worker that has ended end too', async () => {
    const worker = native('native-echo.worker.ts')
    await worker.terminate()
    const port = connect(worker)
    closeAfterTest(port)
    await expect(port.receive({ timeout: 1000 })).rejects.toMatchObject({ name: 'ClosedError', reason: 'peer-died' })
    expect(await port.closed).toMatchObject({ reason: 'peer-died' })
  })
})

describe('a port', () => {
  test('calls all kinds of listeners in one order, as a native port does', async () => {
    const [port, other] = pair()
    const { port1, port2 } = new NativeChannel()
    closeAfterTest(port1)
    const ours = await listenersOf(other, (value) => port.postMessage(value))
    expect(ours).toEqual(await listenersOf(port2, (value) => port1.postMessage(value)))
    expect(ours.at(-1)).toEqual([true, false])
  })

  test('delivers to on, once, onmessage and addEventListener', async () => {
    const [port, other] = pair()
    const seen: [listener: string, value: unknown][] = []
    other.on('message', (value) => seen.push(['on', value]))
    other.once('message', (value) => seen.push(['once', value]))
    other.onmessage = (event: { data: unknown; target: unknown }) => seen.push(['onmessage', event.data])
    other.addEventListener('message', {
      handleEvent: (event: { data: unknown }) => seen.push(['handleEvent', event.data]),
    })
    port.postMessage(1)
    port.postMessage(2)
    await vi.waitFor(() => expect(seen.length).toBe(7))
    expect(seen.filter(([, value]) => value === 1).length).toBe(4)
    expect(seen.filter(([, value]) => value === 2).map(([kind]) => kind)).toEqual(['on', 'onmessage', 'handleEvent'])
  })

  test('delivers nothing before start(), and never within the call that starts it', async () => {
    const [port, other] = pair()
    port.postMessage(1)
    await new Promise((resolve) => setTimeout(resolve, 20))
    const seen: unknown[] = []
    other.on('message', (value) => seen.push(value))
    expect(seen).toEqual([])
    await vi.waitFor(() => expect(seen).toEqual([1]))
  })

  test('runs microtasks between two messages', async () => {
    const [port, other] = pair()
    const log: string[] = []
    other.on('message', (value) => {
      log.push(`message ${value}`)
      queueMicrotask(() => log.push(`microtask ${value}`))
    })
    for (const value of [1, 2, 3]) port.postMessage(value)
    await vi.waitFor(() => expect(log.length).toBe(6))
    expect(log).toEqual(['message 1', 'microtask 1', 'message 2', 'microtask 2', 'message 3', 'microtask 3'])
  })

  test('gives each message a task of its own with delivery: "task"', async () => {
    const { port, offer } = createChannel()
    const other = attach(offer, { delivery: 'task' })
    closeAfterTest(port, other)
    const log: string[] = []
    other.on('message', (value) => {
      log.push(`message ${value}`)
      setImmediate(() => log.push(`task after ${value}`))
    })
    for (const value of [1, 2]) port.postMessage(value)
    await vi.waitFor(() => expect(log.length).toBe(4))
    expect(log).toEqual(['message 1', 'task after 1', 'message 2', 'task after 2'])
  })

  test.each([
    ['a microtask', (close: () => void) => queueMicrotask(close)],
    ['a row of promises', async (close: () => void) => (await Promise.resolve(), await Promise.resolve(), close())],
    ['a tick', (close: () => void) => process.nextTick(close)],
  ])('delivers what is there after close() in %s of a listener, with delivery: "task" too', async (_, defer) => {
    const { port, offer } = createChannel()
    const other = attach(offer, { delivery: 'task' })
    const seen: unknown[] = []
    other.on('message', (value) => {
      seen.push(value)
      if (value === 1) void defer(() => other.close())
    })
    other.on('close', () => seen.push('close'))
    for (const value of [1, 2, 3]) port.postMessage(value)
    await vi.waitFor(() => expect(seen).toEqual([1, 2, 3, 'close']))
  })

  test('close() delivers what was posted before, then closes the other side', async () => {
    const [port, other] = pair()
    const seen: unknown[] = []
    for (const value of [1, 2, 3]) port.postMessage(value)
    port.close()
    port.postMessage('after close')
    other.on('message', (value) => seen.push(value))
    other.on('close', () => seen.push('close'))
    expect(await other.closed).toEqual({ reason: 'peer-closed' })
    expect(await port.closed).toEqual({ reason: 'closed' })
    await vi.waitFor(() => expect(seen).toEqual([1, 2, 3, 'close']))
  })

  test('a torn ring ends the port as corrupt, not the process', async () => {
    const { port, offer } = createChannel({ startPosition: 0 })
    const other = attach(offer)
    closeAfterTest(port, other)
    port.postMessage('fine')
    new Int32Array(offer.rings![0], 1024)[0] = -1
    other.on('message', () => {})
    expect(await other.closed).toMatchObject({ reason: 'corrupt', error: { code: 'ERR_SLIPRING_CORRUPT' } })
  })

  test.each(['postMessage', 'tryPostMessage'] as const)(
    '%s into a torn ring throws, and ends the port',
    async (post) => {
      const { port, offer } = createChannel({ capacity: 4096 })
      const other = attach(offer)
      closeAfterTest(port, other)
      Atomics.store(new Int32Array(offer.rings![0]), 64, 1 << 20)
      const fill = (): void => {
        for (let count = 0; count < 10; count++) port[post](new Uint8Array(900))
      }
      other.on('message', () => {})
      expect(fill).toThrow(expect.objectContaining({ code: 'ERR_SLIPRING_CORRUPT' }))
      expect(await port.closed).toMatchObject({ reason: 'corrupt', error: { code: 'ERR_SLIPRING_CORRUPT' } })
      expect((await other.closed).reason).toMatch(/^peer-/)
    },
  )

  test('a message that does not decode ends the port too: what follows could come out wrong', async () => {
    const { port, offer } = createChannel({ startPosition: 0 })
    const other = attach(offer)
    closeAfterTest(port, other)
    for (const value of ['first', 'second']) port.postMessage(value)
    new Uint8Array(offer.rings![0], 1024)[9] = 0xff
    expect(() => receiveMessageOnPort(other)).toThrow(expect.objectContaining({ code: 'ERR_SLIPRING_DECODE' }))
    expect(receiveMessageOnPort(other)).toBeUndefined()
    expect(await other.closed).toMatchObject({ reason: 'corrupt', error: { code: 'ERR_SLIPRING_DECODE' } })
  })

  test('receiveMessageSync() waits, times out, and returns undefined at the end', async () => {
    const { port, offer, transfer } = createChannel()
    closeAfterTest(port)
    native('attach.worker.ts', offer, [...transfer])
    expect(receiveMessageSync(port, { timeout: 20 })).toBeUndefined()
    for (let round = 0; round < 100; round++) {
      port.postMessage({ round })
      expect(receiveMessageSync(port, { timeout: 5000 })).toEqual({ message: { round } })
    }
    port.postMessage(new Uint8Array(2_000_000).fill(3))
    expect(receiveMessageSync(port, { timeout: 5000 })?.message).toEqual(new Uint8Array(2_000_000).fill(3))
    port.postMessage('close')
    expect(receiveMessageSync(port, { timeout: 5000 })).toBeUndefined()
    expect(await port.closed).toEqual({ reason: 'peer-closed' })
  })

  test('receiveMessageSync() works on a port that also has listeners', async () => {
    const { port, offer, transfer } = createChannel()
    closeAfterTest(port)
    native('attach.worker.ts', offer, [...transfer])
    const seen: unknown[] = []
    port.on('message', (value) => seen.push(value))
    for (let round = 0; round < 200; round++) {
      if (round % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 5))
      port.postMessage(round)
      expect(receiveMessageSync(port, { timeout: 5000 })).toEqual({ message: round })
    }
    expect(seen).toEqual([])
    port.postMessage('pushed')
    await vi.waitFor(() => expect(seen).toEqual(['pushed']))
  })

  test('listeners still hear after a receiveMessageSync() that timed out', async () => {
    const [port, other] = pair()
    const seen: unknown[] = []
    other.on('message', (value) => seen.push(value))
    await new Promise((resolve) => setTimeout(resolve, 10))
    for (let round = 0; round < 5; round++) {
      expect(receiveMessageSync(other, { timeout: 2 })).toBeUndefined()
      await new Promise((resolve) => setTimeout(resolve, 5))
      port.postMessage(round)
      await vi.waitFor(() => expect(seen.length).toBe(round + 1))
    }
  })

  test('a position that lies while the port sleeps ends it as corrupt', async () => {
    const { port, offer } = createChannel()
    const other = attach(offer, { wakeBy: 'waitAsync' })
    closeAfterTest(port, other)
    other.on('message', () => {})
    await new Promise((resolve) => setTimeout(resolve, 10))
    const words = new Int32Array(offer.rings![0], 0, 256)
    Atomics.store(words, 32, 12)
    Atomics.store(words, 96, 0)
    Atomics.notify(words, 96)
    expect(await other.closed).toMatchObject({ reason: 'corrupt', error: { field: 'PRODUCER_POSITION', value: 12 } })
  })

  test('receiveMessageOnPort() takes native ports too', () => {
    const { port1, port2 } = new NativeChannel()
    port1.postMessage(1)
    expect(receiveMessageOnPort(port2)).toEqual({ message: 1 })
    port1.close()
  })
})
