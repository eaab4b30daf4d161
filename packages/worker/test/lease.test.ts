import { channelOf } from '@slipring/core/channel'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Worker as NativeWorker } from 'node:worker_threads'
import {
  attach,
  createChannel,
  type Lease,
  type NodePort,
  receiveIntoOnPort,
  receiveLeaseOnPort,
  receiveLeaseSync,
  receiveMessageOnPort,
  receiveMessageSync,
  Worker,
} from '@slipring/worker'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { byteMessages, bytes, shownBy } from './byte-messages.ts'
import { closeAfterTest, pair } from './open-ports.ts'

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
/** For `postBytes`: writes the same bytes as `bytes` does. */
const pattern =
  (seed = 1) =>
  (target: Uint8Array): void => {
    for (let index = 0; index < target.length; index++) target[index] = index * 7 + seed
  }
/** A copy of the bytes that are lent. */
const contents = (lease: Lease | undefined): Uint8Array => Uint8Array.from(lease!.bytes)

/** The three ways to ask for a lease. All must give the same. */
const ways: [string, (port: NodePort) => Promise<Lease | undefined>][] = [
  ['receiveLease()', (port) => port.receiveLease({ timeout: 5000 })],
  ['receiveLeaseOnPort()', async (port) => receiveLeaseOnPort(port)],
  ['receiveLeaseSync()', async (port) => receiveLeaseSync(port, { timeout: 5000 })],
]

describe.each(ways)('%s', (_, lend) => {
  test.each(byteMessages)(
    'lends the bytes of %s where they lie, in the ring, and they count until they are given back',
    async (_n, sent) => {
      const [port, other] = pair()
      const expected = shownBy(sent)
      port.postMessage(sent)
      const lease = (await lend(other))!
      expect(lease.bytes.buffer).toBeInstanceOf(SharedArrayBuffer)
      expect(contents(lease)).toEqual(expected)
      expect(other.stats()).toMatchObject({ messagesReceived: 1, bytesReceived: port.stats().bytesSent })
      expect(port.bufferedAmount).toBeGreaterThan(0)
      expect(lease.isReleased).toBe(false)
      lease.release()
      expect(lease.isReleased).toBe(true)
      expect(port.bufferedAmount).toBe(0)
      expect(receiveLeaseOnPort(other)).toBeUndefined()
    },
  )

  test.each([
    ['an object', { bytes: bytes(8) }],
    ['a string', 'text'],
    ['undefined', undefined],
    ['shared memory', new Uint8Array(new SharedArrayBuffer(8))],
  ])('refuses %s, which stays the next message', async (_name, message) => {
    const [port, other] = pair()
    for (const each of [message, bytes(5)]) port.postMessage(each)
    const refusal = {
      name: 'TypeError',
      message: 'Cannot lend the next message: it is not one ArrayBuffer or view; take it by receive()',
    }
    await expect(lend(other)).rejects.toMatchObject(refusal)
    await expect(lend(other)).rejects.toMatchObject(refusal)
    expect(await other.receive()).toEqual(message)
    expect(contents(await lend(other))).toEqual(bytes(5))
    expect(other.stats().messagesReceived).toBe(2)
  })

  test('lent bytes stay as they are while more messages come and the ring grows, in any order of giving back', async () => {
    const [port, other] = pair({ capacity: 4096 })
    const sent = numbers(60).map((number) => bytes(1 + number * 13, number))
    const held: Lease[] = []
    for (const [index, each] of sent.entries()) {
      port.postMessage(each)
      port.postMessage({ index })
      held.push((await lend(other))!)
      expect(await other.receive()).toEqual({ index })
    }
    for (const [index, lease] of held.entries()) expect(contents(lease)).toEqual(sent[index])
    expect(port.stats().growths).toBeGreaterThan(0)
    const order = numbers(60).toSorted((a, b) => ((a * 37) % 60) - ((b * 37) % 60))
    for (const [count, index] of order.entries()) {
      held[index]!.release()
      for (const later of order.slice(count + 1)) expect(contents(held[later])).toEqual(sent[later])
    }
    expect(port.bufferedAmount).toBe(0)
  })

  test('lends what came by the native port too, in memory of its own, in order', async () => {
    const [port, other] = pair({ capacity: 4096, maxCapacity: 4096 })
    const transferred = bytes(300, 3)
    port.postMessage(bytes(100))
    port.postMessage(bytes(20_000, 2))
    port.postMessage(transferred, [transferred.buffer])
    port.postMessage(bytes(10, 5))
    for (const [length, seed, isShared] of [
      [100, 1, true],
      [20_000, 2, false],
      [300, 3, false],
      [10, 5, true],
    ] as const) {
      const lease = (await lend(other))!
      expect(contents(lease)).toEqual(bytes(length, seed))
      expect(lease.bytes.buffer instanceof SharedArrayBuffer).toBe(isShared)
      lease.release()
    }
    expect(port.stats().spills).toBe(2)
    expect(port.bufferedAmount).toBe(0)
  })

  test('a lease outlives its port; what it had is refused once it is given back', async () => {
    const [port, other] = pair()
    port.postMessage(bytes(100))
    const lease = (await lend(other))!
    other.close()
    port.postMessage(bytes(100, 9))
    port.close()
    await delay(5)
    expect(contents(lease)).toEqual(bytes(100))
    lease.release()
    lease.release()
    expect(() => lease.bytes).toThrow(
      new TypeError('Cannot read the bytes of this lease: it has been released; copy what is to stay before that'),
    )
  })
})

test('a lease that is given back twice does not give back the next one', async () => {
  const [port, other] = pair()
  port.postMessage(bytes(100))
  const first = await other.receiveLease()
  first.release()
  port.postMessage(bytes(100, 2))
  const second = await other.receiveLease()
  first.release()
  expect(port.bufferedAmount).toBeGreaterThan(100)
  second.release()
  expect(port.bufferedAmount).toBe(0)
})

test('`using` gives a lease back', async () => {
  const [port, other] = pair()
  port.postMessage(bytes(100))
  let kept: Lease
  {
    using lease = await other.receiveLease()
    kept = lease
    expect(port.bufferedAmount).toBeGreaterThan(100)
  }
  expect(kept.isReleased).toBe(true)
  expect(port.bufferedAmount).toBe(0)
})

test('leases wait among other pulls: asked first, served first', async () => {
  const [port, other] = pair()
  const target = new Uint8Array(4)
  const asked = [other.receive(), other.receiveLease(), other.receiveInto(target), other.receiveLease()] as const
  for (const message of ['a', bytes(3, 1), bytes(4, 2), bytes(5, 3)]) port.postMessage(message)
  const [first, second, third, fourth] = await Promise.all(asked)
  expect([first, contents(second), third, contents(fourth)]).toEqual(['a', bytes(3, 1), 4, bytes(5, 3)])
  expect(target).toEqual(bytes(4, 2))
})

test('a message that waited behind a record for a request can be lent', async () => {
  const { struct, f64 } = await import('@slipring/core/schema')
  const [port, other] = pair()
  const schema = channelOf(struct({ value: f64 }))
  const [sending, receiving] = [port.channel(schema), other.channel(schema)]
  await sending.opened
  port.postMessage(bytes(50))
  port.postMessage(bytes(60, 2))
  sending.send({ value: 1 })
  expect(await receiving.receive()).toEqual({ value: 1 })
  const leases = [await other.receiveLease(), await other.receiveLease()]
  expect(leases.map(contents)).toEqual([bytes(50), bytes(60, 2)])
  for (const lease of leases) lease.release()
  await delay(1)
  expect(port.bufferedAmount).toBe(0)
})

test('native messages of a worker that knows nothing of us are lent, or stay the next', async () => {
  const worker = new Worker(new URL('native-echo.worker.ts', import.meta.url))
  closeAfterTest(worker)
  for (const message of [bytes(8), 'text', bytes(2)]) worker.postMessage(message)
  expect(contents(await worker.port.receiveLease())).toEqual(bytes(8))
  await expect(worker.port.receiveLease()).rejects.toThrow(TypeError)
  expect(await worker.port.receive()).toBe('text')
  const last = await worker.port.receiveLease()
  expect(contents(last)).toEqual(bytes(2))
  last.release()
  expect(() => last.bytes).toThrow(TypeError)
})

test('bytes that are packed for the classes of the program are lent, and go into a target', async () => {
  const { port1, port2 } = new MessageChannel()
  const codec = { buffers: 'keep' as const }
  const ends = [port1, port2].map((lane) => attach({ slipring: 1, token: '', rings: null, lane } as never, { codec }))
  const [port, other] = ends as [NodePort, NodePort]
  closeAfterTest(port, other)
  port.postBytes(20, pattern(3))
  port.postMessage(bytes(30))
  port.postMessage(Buffer.from(bytes(10)))
  port.postMessage('text')
  expect(contents(await other.receiveLease())).toEqual(bytes(20, 3))
  const target = new Uint8Array(30)
  expect(await other.receiveInto(target)).toBe(30)
  expect(target).toEqual(bytes(30))
  expect(contents(await other.receiveLease())).toEqual(bytes(10))
  await expect(other.receiveLease()).rejects.toThrow('Cannot lend the next message')
  expect(await other.receive()).toBe('text')
})

test('a trace cannot turn a lease into the message of another caller', async () => {
  const controller = new AbortController()
  const abort = (): void => controller.abort(new Error('too late'))
  subscribe('slipring:port:receive', abort)
  const [port, other] = pair()
  const asked = [other.receiveLease({ signal: controller.signal }), other.receive()] as const
  port.postMessage(bytes(4))
  port.postMessage('text')
  const got = await Promise.allSettled(asked)
  unsubscribe('slipring:port:receive', abort)
  expect(got.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  expect([contents(await asked[0]), await asked[1]]).toEqual([bytes(4), 'text'])
})

describe('postBytes()', () => {
  test('sends what postMessage() of a new Uint8Array does, of any length and for any way of taking it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(
            fc.oneof(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 40_000 })),
            fc.constantFrom('receive', 'into', 'lease'),
          ),
          { minLength: 1, maxLength: 12 },
        ),
        fc.constantFrom(4096, 65_536, 1 << 20),
        async (messages, capacity) => {
          const [port, other] = pair({ capacity })
          for (const [index, [length]] of messages.entries()) {
            port.postBytes(length, pattern(index))
            if (index % 3 === 0) port.postMessage({ index })
          }
          for (const [index, [length, way]] of messages.entries()) {
            const expected = bytes(length, index)
            if (way === 'lease') {
              const lease = await other.receiveLease()
              expect(contents(lease)).toEqual(expected)
              lease.release()
            } else if (way === 'into') {
              const target = new Uint8Array(length)
              expect(await other.receiveInto(target)).toBe(length)
              expect(target).toEqual(expected)
            } else {
              const message = await other.receive<Uint8Array>()
              expect(message).toStrictEqual(structuredClone(expected))
              expect([message.byteOffset, message.buffer.byteLength]).toEqual([0, length])
            }
            if (index % 3 === 0) expect(await other.receive()).toEqual({ index })
          }
          for (const each of [port, other]) each.close()
        },
      ),
      { numRuns: 60 },
    )
  })

  test.each([0, 1, 63, 64, 127, 128, 16_383, 16_384, 200_000])(
    'of %i bytes has the encoding of a Uint8Array',
    (length) => {
      const [port, other] = pair()
      const [plain] = pair()
      port.postBytes(length, pattern())
      plain.postMessage(bytes(length))
      expect(port.stats().messagesSent).toBe(1)
      // A large Uint8Array goes by the native port, as it is.
      if (length < 100_000) expect(port.stats()).toEqual(plain.stats())
      expect(port.stats().spills).toBe(0)
      expect(receiveMessageOnPort(other)).toEqual({ message: bytes(length) })
    },
  )

  test('gives shared memory, aligned for any typed array from 64 bytes on, and nothing of its own is made', () => {
    const [port, other] = pair()
    for (const length of [64, 65, 1000, 100_000]) {
      port.postMessage('x'.repeat(length % 7))
      port.postBytes(length, (target) => {
        expect(target.length).toBe(length)
        expect(target.buffer).toBeInstanceOf(SharedArrayBuffer)
        expect(target.byteOffset % 8).toBe(0)
        new Float64Array(target.buffer, target.byteOffset, length >> 3).fill(length / 3)
      })
      expect(receiveMessageOnPort(other)).toEqual({ message: 'x'.repeat(length % 7) })
      const { bytes: lent } = receiveLeaseOnPort(other)!
      expect(new Float64Array(lent.buffer, lent.byteOffset, length >> 3).every((each) => each === length / 3)).toBe(
        true,
      )
    }
  })

  test('throws what fill throws, and refuses one that is asynchronous: then nothing was sent', () => {
    const [port, other] = pair()
    const error = new Error('no')
    for (const length of [100, 2 << 20]) {
      expect(() =>
        port.postBytes(length, () => {
          throw error
        }),
      ).toThrow(error)
      expect(() => port.postBytes(length, (async () => {}) as never)).toThrow(
        'Cannot post bytes with an asynchronous fill: write them before fill returns',
      )
    }
    expect(port.stats().messagesSent).toBe(0)
    port.postMessage({ a: 1 })
    port.postMessage({ a: 2 })
    expect(receiveMessageOnPort(other)).toEqual({ message: { a: 1 } })
    expect(receiveMessageOnPort(other)).toEqual({ message: { a: 2 } })
  })

  test.each([-1, 1.5, NaN, Infinity, '8' as never, undefined as never])('refuses %s bytes', (length) => {
    const [port] = pair()
    const fill = vi.fn()
    expect(() => port.postBytes(length, fill)).toThrow(RangeError)
    expect(fill).not.toHaveBeenCalled()
  })

  test('a fill may post, also by postBytes(): that comes first', async () => {
    const [port, other] = pair()
    for (const length of [100, 2 << 20]) {
      port.postMessage('before')
      port.postBytes(length, (target) => {
        port.postMessage({ inner: 1 })
        port.postBytes(50, pattern(5))
        pattern(6)(target)
        port.postMessage({ inner: 2 })
      })
      port.postMessage('after')
      const taken = []
      for (let count = 0; count < 6; count++) taken.push(await other.receive())
      const [inner, last] = [taken[2], taken[4]]
      expect(taken).toEqual(['before', { inner: 1 }, inner, { inner: 2 }, last, 'after'])
      expect(inner).toEqual(bytes(50, 5))
      expect(last).toEqual(bytes(length, 6))
    }
  })

  test('a fill that closes the port: nothing comes of it, and the other side sees the end', async () => {
    const [port, other] = pair()
    port.postMessage('before')
    port.postBytes(100, () => port.close())
    port.postBytes(100, () => expect.unreachable())
    expect(await other.receive()).toBe('before')
    await expect(other.receive()).rejects.toMatchObject({ name: 'ClosedError', reason: 'peer-closed' })
  })

  test('goes on in a larger ring when there is no room; refuses by the limits that postMessage() has', async () => {
    const [port, other] = pair({ capacity: 4096 })
    for (const number of numbers(50)) port.postBytes(500, pattern(number))
    expect(port.stats().growths).toBeGreaterThan(0)
    for (const number of numbers(50)) expect(await other.receive()).toEqual(bytes(500, number))
    const [small, last] = pair({ capacity: 4096, maxCapacity: 4096 })
    for (const number of numbers(20)) small.postBytes(number % 5 === 4 ? 5000 : 900, pattern(number))
    expect(small.stats().spills).toBeGreaterThan(10)
    for (const number of numbers(20)) expect(await last.receive()).toEqual(bytes(number % 5 === 4 ? 5000 : 900, number))
    expect(last.stats()).toMatchObject({ messagesReceived: 20, bytesReceived: small.stats().bytesSent })
    small.postBytes(5000, () => small.close())
    await expect(last.receive()).rejects.toMatchObject({ name: 'ClosedError' })
    const [bounded, reader] = pair({ capacity: 4096, maxBufferedBytes: 2000 })
    bounded.postBytes(900, pattern(1))
    bounded.postBytes(900, pattern(2))
    expect(() => bounded.postBytes(900, pattern(3))).toThrow(expect.objectContaining({ name: 'BufferFullError' }))
    expect(contents(await reader.receiveLease())).toEqual(bytes(900, 1))
    const [strict] = pair({ capacity: 4096, whenFull: 'throw' })
    expect(() => numbers(9).forEach(() => strict.postBytes(900, pattern()))).toThrow(
      expect.objectContaining({ name: 'BufferFullError' }),
    )
  })

  test('by the native port it takes nothing back of what a refused message had told', async () => {
    const [port, other] = pair({ capacity: 4096, maxCapacity: 4096 })
    while (port.tryPostMessage('x'.repeat(900)));
    const refused = [{ p: 1, q: 2 }, { p: 3, q: 4 }, 'x'.repeat(900)]
    expect(port.tryPostMessage(refused)).toBe(false)
    port.postBytes(200_000, (target) => {
      target.fill(1)
      expect(port.tryPostMessage(refused)).toBe(false)
    })
    expect(port.stats().spills).toBe(1)
    while (receiveMessageOnPort(other) !== undefined);
    port.postMessage([{ p: 5, q: 6 }])
    expect(receiveMessageOnPort(other)).toEqual({ message: [{ p: 5, q: 6 }] })
  })

  test('counts a ring without room as postMessage() does', () => {
    const [[port], [plain]] = [pair({ capacity: 4096 }), pair({ capacity: 4096 })]
    const [[small], [smallPlain]] = [
      pair({ capacity: 4096, maxCapacity: 4096 }),
      pair({ capacity: 4096, maxCapacity: 4096 }),
    ]
    for (const number of numbers(9)) {
      for (const each of [port, small]) each.postBytes(900, pattern(number))
      for (const each of [plain, smallPlain]) each.postMessage(bytes(900, number))
    }
    expect(port.stats()).toEqual(plain.stats())
    expect(small.stats()).toEqual(smallPlain.stats())
    expect(small.stats().fullRings).toBeGreaterThan(2)
  })

  test.each([
    ['inside another', {}, (port: NodePort) => port.postBytes(10, () => port.close())],
    ['while somebody looks on', { measure: 'test' }, (port: NodePort) => port.close()],
    ['as it is too large for any ring', { capacity: 4096, maxCapacity: 4096 }, (port: NodePort) => port.close()],
  ])('a fill that closes the port, %s: nothing is sent or announced', async (_name, options, end) => {
    const { port, offer } = createChannel(options)
    const other = attach(offer)
    closeAfterTest(other)
    port.postMessage('before')
    port.postBytes(200_000, () => end(port))
    expect(port.stats().messagesSent).toBe(1)
    expect(receiveMessageSync(other)).toEqual({ message: 'before' })
    expect(receiveMessageSync(other, { timeout: 5000 })).toBeUndefined()
    expect(await other.closed).toEqual({ reason: 'peer-closed' })
  })

  test('a fill that closes a port whose worker has no ring yet: nothing is sent', async () => {
    const code = `const { parentPort } = require('node:worker_threads'); parentPort.on('message', (message) => parentPort.postMessage(message))`
    const worker = new Worker(code, { eval: true })
    closeAfterTest(worker)
    const heard = vi.fn()
    worker.on('message', heard)
    worker.port.postBytes(8, () => worker.port.close())
    expect(worker.port.stats().messagesSent).toBe(0)
    await delay(100)
    expect(heard).not.toHaveBeenCalled()
  })

  test('goes before there is a ring, and without one', async () => {
    const worker = new Worker(new URL('native-echo.worker.ts', import.meta.url))
    closeAfterTest(worker)
    worker.port.postBytes(70, pattern(4))
    expect(await worker.port.receive()).toEqual(bytes(70, 4))
    const { port1, port2 } = new MessageChannel()
    const copied = attach({ slipring: 1, token: '', rings: null, lane: port2 as never })
    closeAfterTest(copied, port1)
    const heard = new Promise((resolve) => port1.addEventListener('message', ({ data }) => resolve(data)))
    port1.start()
    copied.postBytes(70, pattern(3))
    expect(await heard).toEqual(bytes(70, 3))
  })

  test('tells a subscriber of diagnostics the bytes, on both sides', async () => {
    const told: unknown[] = []
    const tell = (message: unknown): void => void told.push((message as { value: unknown }).value)
    const names = ['slipring:port:post', 'slipring:port:receive']
    for (const name of names) subscribe(name, tell)
    const [port, other] = pair()
    port.postBytes(20, pattern(2))
    const lease = await other.receiveLease()
    expect(told.map((each) => Uint8Array.from(each as Uint8Array))).toEqual([bytes(20, 2), bytes(20, 2)])
    lease.release()
    for (const name of names) unsubscribe(name, tell)
  })
})

test('a thread that blocks for leases is woken, reads in place, and is told when the other side is gone', async () => {
  const { port, offer, transfer } = createChannel({ capacity: 1 << 16 })
  const worker = new NativeWorker(new URL('lease-sum.worker.ts', import.meta.url), {
    workerData: offer,
    transferList: [...transfer],
  })
  closeAfterTest(port, worker)
  for (const length of [0, 1, 1000, 15_000, 15_001, 15_002, 15_003, 15_004, 70_000]) {
    port.postBytes(length, pattern(length))
    expect(await port.receive()).toBe(bytes(length, length).reduce((sum, byte) => sum + byte, 0))
  }
  const ended = new Promise((resolve) => worker.once('exit', resolve))
  port.close()
  expect(await ended).toBe(0)
})

test('a thread that blocks for room is woken by the lease that is given back', async () => {
  const code = `
    import { workerData } from 'node:worker_threads'
    import { attach } from '@slipring/worker'
    const port = attach(workerData, { whenFull: 'block' })
    for (let number = 0; number < 40; number++) port.postBytes(900, (target) => target.fill(number))
    port.postMessage('done')`
  const { port, offer, transfer } = createChannel({ capacity: 4096 })
  const worker = new NativeWorker(code, { eval: true, workerData: offer, transferList: [...transfer] })
  closeAfterTest(port, worker)
  const held: Lease[] = []
  for (const number of numbers(40)) {
    held.push(await port.receiveLease({ timeout: 5000 }))
    // The oldest of three: until then there is no room for a fifth.
    if (held.length === 3) held.shift()!.release()
    for (const [index, lease] of held.entries())
      expect(lease.bytes.every((byte) => byte === number - held.length + 1 + index)).toBe(true)
  }
  for (const lease of held) lease.release()
  expect(await port.receive({ timeout: 5000 })).toBe('done')
})

test('receiveMessageOnPort() and receiveInto take what a lease was refused', () => {
  const [port, other] = pair()
  port.postMessage([bytes(1)])
  port.postMessage(bytes(2))
  expect(() => receiveLeaseOnPort(other)).toThrow(TypeError)
  expect(receiveMessageOnPort(other)).toEqual({ message: [bytes(1)] })
  expect(receiveIntoOnPort(other, new Uint8Array(2))).toBe(2)
})
