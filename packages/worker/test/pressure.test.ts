import { once } from 'node:events'
import { MessageChannel, Worker as NativeWorker } from 'node:worker_threads'
import {
  attach,
  BufferFullError,
  createChannel,
  isBufferFullError,
  type NodePort,
  type PortOptions,
  receiveMessageOnPort,
  receiveMessageSync,
  Worker,
} from '@slipring/worker'
import { describe, expect, test, vi } from 'vitest'
import { Sender } from '../../core/src/direction/sender.ts'
import { closeAfterTest } from './open-ports.ts'

/** As in core/src/memory/layout.ts. */
const PRODUCER_GATE = 128
const RUN = 0

const SMALL = { capacity: 4096, maxCapacity: 4096 }

function pair(options: Parameters<typeof createChannel>[0] = SMALL): [NodePort, NodePort] {
  const { port, offer } = createChannel(options)
  const other = attach(offer)
  closeAfterTest(port, other)
  return [port, other]
}

/** A port to a thread that takes `taken` messages a millisecond, and reports their numbers when it gets 'report'. */
function slow(options: PortOptions & { capacity?: number }, taken: number): [NodePort, NativeWorker] {
  const { port, offer, transfer } = createChannel(options)
  const worker = new NativeWorker(new URL('slow.worker.ts', import.meta.url), {
    workerData: { offer, taken },
    transferList: [...transfer],
  })
  closeAfterTest(port, worker)
  return [port, worker]
}

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

function takeAll(port: NodePort): any[] {
  const messages: unknown[] = []
  for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port))
    messages.push(next.message)
  return messages
}

/** Objects of many shapes with many texts, so that the tables of both sides are in play. */
function varied(number: number): object {
  return { number, [`key${number % 7}`]: `text ${number % 11}`, nested: { [`inner${number % 5}`]: [number] } }
}

describe('bufferedAmount', () => {
  test.each([
    ['one ring', { capacity: 1 << 20 }],
    ['rings that grow', { capacity: 4096 }],
    ['a full ring and the native port', SMALL],
  ])('is what was posted and not taken, over %s', (_, options) => {
    const [port, other] = pair(options)
    expect(port.bufferedAmount).toBe(0)
    for (let round = 0; round < 3; round++) {
      for (const number of numbers(100)) port.postMessage({ number, bytes: new Uint8Array(900) })
      expect(port.bufferedAmount).toBeGreaterThan(90_000)
      expect(port.bufferedAmount).toBeLessThan(110_000)
      expect(takeAll(other).map((message) => message.number)).toEqual(numbers(100))
      expect(port.bufferedAmount).toBe(0)
    }
    expect(port.stats().maxBuffered).toBeLessThan(110_000)
  })

  test('is nothing, and ready resolves, when a blocking thread has taken the last message and asks for no more', async () => {
    const [port, other] = pair({ capacity: 4096, highWaterMark: 0 })
    for (const number of numbers(3)) port.postMessage({ number })
    const { ready } = port
    for (const number of numbers(3)) expect(receiveMessageSync(other)?.message).toEqual({ number })
    expect(port.bufferedAmount).toBe(0)
    await ready
  })

  test('counts encodings on the native port, not what is transferred', () => {
    const [port, other] = pair()
    for (const number of numbers(3000)) port.postMessage({ number, shared: new SharedArrayBuffer(8) })
    expect(port.bufferedAmount).toBeGreaterThan(3000 * 7)
    const before = port.bufferedAmount
    const { buffer } = new Uint8Array(100_000)
    port.postMessage(buffer, [buffer])
    expect(port.bufferedAmount - before).toBeLessThan(100)
    expect(takeAll(other).length).toBe(3001)
    expect(port.bufferedAmount).toBe(0)
    expect(port.stats().maxBuffered).toBeGreaterThan(before)
  })

  test('does not trust a position that cannot be', () => {
    const { port, offer } = createChannel(SMALL)
    closeAfterTest(port, attach(offer))
    Atomics.store(new Int32Array(offer.rings![0]), 64, 1 << 20)
    expect(port.bufferedAmount).toBe(4096)
  })

  test('is 0 on a port that has ended', () => {
    const [port] = pair()
    port.postMessage('left')
    expect(port.bufferedAmount).toBeGreaterThan(0)
    port.close()
    expect(port.bufferedAmount).toBe(0)
  })
})

describe('tryPostMessage()', () => {
  test('refuses what does not fit the ring, and sends nothing of it', () => {
    const [port, other] = pair({ capacity: 4096 })
    const sent: object[] = []
    const taken: unknown[] = []
    let refused = 0
    for (const number of numbers(5000)) {
      if (port.tryPostMessage(varied(number))) sent.push(varied(number))
      else {
        refused++
        if (number % 3 === 0) taken.push(...takeAll(other))
      }
    }
    taken.push(...takeAll(other))
    expect(refused).toBeGreaterThan(10)
    expect(taken).toEqual(sent)
    expect(port.stats()).toMatchObject({ growths: 0, spills: 0, messagesSent: sent.length })
  })

  test('lets what takes the native port pass while the other side keeps up', () => {
    const [port, other] = pair({ ...SMALL, highWaterMark: 1000 })
    const large = { bytes: new Uint8Array(3000) }
    expect(port.tryPostMessage(large)).toBe(true)
    expect(port.tryPostMessage(large)).toBe(false)
    const { buffer } = new Uint8Array(8)
    expect(port.tryPostMessage({ buffer }, [buffer])).toBe(false)
    expect(buffer.byteLength).toBe(8)
    expect(takeAll(other)).toEqual([large])
    expect(port.tryPostMessage({ buffer }, [buffer])).toBe(true)
    expect(buffer.byteLength).toBe(0)
    expect(takeAll(other)).toEqual([{ buffer: new ArrayBuffer(8) }])
  })

  test('throws as postMessage does, and is true on a closed port', () => {
    const [port] = pair()
    expect(() => port.tryPostMessage(() => {})).toThrow(expect.objectContaining({ name: 'DataCloneError' }))
    port.close()
    expect(port.tryPostMessage('nobody')).toBe(true)
  })
})

describe('ready and drain', () => {
  test('ready is at once while the other side keeps up', async () => {
    const [port] = pair()
    expect(port.highWaterMark).toBe(2048)
    port.postMessage(1)
    await port.ready
  })

  test.each([
    ['one ring', { capacity: 8192, maxCapacity: 8192 }],
    ['rings that grow', { capacity: 4096 }],
    ['the native port', SMALL],
  ])('ready comes when a thread has taken enough, over %s', async (_, options) => {
    const [port, worker] = slow({ ...options, highWaterMark: 2000 }, 20)
    let sent = 0
    for (let round = 0; round < 20; round++) {
      while (port.bufferedAmount <= 6000) port.postMessage({ number: sent++, text: 'some text' })
      await port.ready
      expect(port.bufferedAmount).toBeLessThanOrEqual(2000)
    }
    port.postMessage('report')
    expect(await new Promise((resolve) => worker.once('message', resolve))).toEqual({ received: sent, misplaced: 0 })
  })

  test('a sender that tries and waits never buffers more than the ring, and loses nothing', async () => {
    const [port, worker] = slow({ capacity: 4096 }, 50)
    let most = 0
    for (const number of numbers(3000)) {
      while (!port.tryPostMessage({ number, text: 'some text' })) await port.ready
      if (number % 100 === 0) most = Math.max(most, port.bufferedAmount)
    }
    while (!port.tryPostMessage('report')) await port.ready
    expect(await new Promise((resolve) => worker.once('message', resolve))).toEqual({ received: 3000, misplaced: 0 })
    expect(most).toBeLessThanOrEqual(4096)
    expect(port.stats()).toMatchObject({ growths: 0, spills: 0 })
  })

  // Found in a page: the mark was above what the ring holds, `ready` came at once, and no task ever ran between two tries.
  test.each([
    ['above the capacity', { capacity: 4096, highWaterMark: 1 << 20 }],
    ['above maxBufferedBytes', { capacity: 8192, highWaterMark: 4096, maxBufferedBytes: 1000 }],
  ])('with a high water mark %s ready comes when what was refused has room', async (_, options) => {
    const [port, worker] = slow(options, 20)
    let refusals = 0
    for (const number of numbers(2000)) {
      for (; !port.tryPostMessage({ number, text: 'some text' }); refusals++) await port.ready
    }
    while (!port.tryPostMessage('report')) await port.ready
    expect(await new Promise((resolve) => worker.once('message', resolve))).toEqual({ received: 2000, misplaced: 0 })
    expect(refusals).toBeGreaterThan(0)
    expect(refusals).toBeLessThan(2000)
  })

  test('drain is fired to every kind of listener after the other side had fallen behind', async () => {
    const [port, other] = pair({ ...SMALL, highWaterMark: 100 })
    const seen: string[] = []
    port.on('drain', () => seen.push('on'))
    port.addEventListener('drain', () => seen.push('listener'))
    port.ondrain = () => seen.push('handler')
    port.postMessage('few')
    await delay(5)
    expect(seen).toEqual([])
    for (const number of numbers(50)) port.postMessage(varied(number))
    await delay(5)
    expect(seen).toEqual([])
    expect(takeAll(other).length).toBe(51)
    await vi.waitFor(() => expect(seen).toEqual(['on', 'listener', 'handler']))
  })

  test('drain follows a refusal', async () => {
    const [port, other] = pair()
    const drained = new Promise((resolve) => port.once('drain', () => resolve('drained')))
    while (port.tryPostMessage(varied(1)));
    takeAll(other)
    expect(await drained).toBe('drained')
  })

  test.each([
    ['maxBufferedBytes', { maxBufferedBytes: 1000 }],
    ["whenFull: 'throw'", { ...SMALL, whenFull: 'throw', highWaterMark: 4096 }],
  ] as const)('drain follows what is thrown for want of room: %s', async (_, options) => {
    const [port, other] = pair(options)
    const drained = once(port, 'drain')
    expect(() => {
      for (;;) port.postMessage('x'.repeat(90))
    }).toThrow(BufferFullError)
    await delay(10)
    takeAll(other)
    await drained
    expect(port.bufferedAmount).toBe(0)
  })

  test('ready comes also when a post throws that has blocked before that', async () => {
    const { port, offer } = createChannel({ ...SMALL, whenFull: 'block', highWaterMark: 512 })
    const other = attach(offer)
    closeAfterTest(port, other)
    while (port.bufferedAmount <= 512) port.postMessage('x'.repeat(100))
    const { ready } = port
    // As a thread that blocks leaves its gate when it finds room before it sleeps.
    Atomics.store(new Int32Array(offer.rings![0]), PRODUCER_GATE, RUN)
    takeAll(other)
    const unlisted = new MessageChannel().port1
    expect(() => port.postMessage({ unlisted })).toThrow(expect.objectContaining({ name: 'DataCloneError' }))
    unlisted.close()
    await ready
  })

  test('ready rejects when the port ends first, from either side', async () => {
    const [port, other] = pair({ ...SMALL, highWaterMark: 0 })
    port.postMessage(1)
    const { ready } = port
    port.close()
    await expect(ready).rejects.toMatchObject({ name: 'ClosedError', reason: 'closed' })
    await expect(port.ready).rejects.toMatchObject({ name: 'ClosedError', reason: 'closed' })
    const [first, second] = pair({ ...SMALL, highWaterMark: 0 })
    first.postMessage(1)
    first.start()
    const pending = first.ready
    second.close()
    await expect(pending).rejects.toMatchObject({ name: 'ClosedError' })
    other.close()
  })

  test('ready rejects when the worker dies', async () => {
    const worker = new Worker(new URL('blocking-echo.worker.ts', import.meta.url), { highWaterMark: 0 })
    closeAfterTest(worker)
    worker.postMessage('first')
    await worker.port.receive()
    void worker.terminate()
    worker.postMessage('never taken')
    const settled = worker.port.ready.catch((error: Error) => error.name)
    expect(['ClosedError', undefined]).toContain(await settled)
  })
})

describe('maxBufferedBytes', () => {
  test('throws BufferFullError and sends nothing, until there is room again', () => {
    const [port, other] = pair({ capacity: 4096, maxBufferedBytes: 20_000 })
    const sent: object[] = []
    let failure: unknown
    for (let number = 0; failure === undefined; number++) {
      try {
        port.postMessage(varied(number))
        sent.push(varied(number))
      } catch (error) {
        failure = error
      }
    }
    expect(failure).toBeInstanceOf(BufferFullError)
    expect(isBufferFullError(failure)).toBe(true)
    expect(failure).toMatchObject({ limit: 20_000, code: 'ERR_SLIPRING_BUFFER_FULL' })
    const { message, bytes, bufferedAmount } = failure as BufferFullError
    expect(message).toContain(`${bytes} bytes`)
    expect(message).toContain('maxBufferedBytes')
    expect(bufferedAmount).toBe(port.bufferedAmount)
    expect(bufferedAmount + bytes + 16).toBeGreaterThan(20_000)
    expect(bufferedAmount).toBeLessThanOrEqual(20_000)
    expect(port.tryPostMessage(varied(sent.length))).toBe(false)
    expect(takeAll(other)).toEqual(sent)
    port.postMessage(varied(99))
    expect(takeAll(other)).toEqual([varied(99)])
  })

  test('holds for what a getter posts, too', () => {
    const [port, other] = pair({ maxBufferedBytes: 1000 })
    const refused: unknown[] = []
    port.postMessage({
      get inside() {
        for (let count = 0; count < 20; count++) {
          try {
            port.postMessage('x'.repeat(200))
          } catch (error) {
            refused.push(error)
          }
        }
        expect(port.tryPostMessage('y'.repeat(200))).toBe(false)
        return 'inside'
      },
    })
    expect(refused.every(isBufferFullError)).toBe(true)
    expect(port.bufferedAmount).toBeLessThanOrEqual(1000)
    expect(takeAll(other)).toHaveLength(20 - refused.length + 1)
  })

  test('says at once what can never be sent', () => {
    const [port] = pair({ capacity: 4096, maxBufferedBytes: 1000 })
    for (const post of [() => port.postMessage('x'.repeat(1100)), () => port.tryPostMessage('x'.repeat(1100))])
      expect(post).toThrow(/1000 are buffered already; send it in parts, or raise maxBufferedBytes/)
  })
})

describe('whenFull', () => {
  test('throw: names the limit that it keeps to, of what the ring carries and of what it does not', () => {
    const [port] = pair({ capacity: 1 << 16, maxCapacity: 1 << 16, whenFull: 'throw' })
    const { highWaterMark } = port
    while (port.bufferedAmount <= highWaterMark) port.postMessage('x'.repeat(1000))
    const buffer = new ArrayBuffer(3)
    const refused = expect.objectContaining({ name: 'BufferFullError', limit: highWaterMark })
    expect(() => port.postMessage(buffer, [buffer])).toThrow(refused)
    expect(() => port.postMessage('y'.repeat(17_000))).toThrow(refused)
  })

  test('throw: throws instead of growing, and sends nothing', () => {
    const [port, other] = pair({ capacity: 4096, whenFull: 'throw' })
    const sent: object[] = []
    expect(() => {
      for (let number = 0; number < 1000; number++) {
        port.postMessage(varied(number))
        sent.push(varied(number))
      }
    }).toThrow(BufferFullError)
    expect(takeAll(other)).toEqual(sent)
    expect(port.stats()).toMatchObject({ growths: 0, spills: 0 })
  })

  test('block: waits for a thread to make room, for messages of every kind', async () => {
    const [port, worker] = slow({ ...SMALL, whenFull: 'block' }, 200)
    for (const number of numbers(4000)) {
      if (number % 500 === 7) port.postMessage({ number, bytes: new Uint8Array(5000) })
      else if (number % 500 === 9) port.postMessage({ number, shared: new SharedArrayBuffer(8) })
      else port.postMessage(varied(number))
    }
    port.postMessage('report')
    expect(await new Promise((resolve) => worker.once('message', resolve))).toEqual({ received: 4000, misplaced: 0 })
    const { spills, growths, maxBuffered } = port.stats()
    expect([spills, growths]).toEqual([16, 0])
    expect(maxBuffered).toBeLessThan(12_000)
  })

  test('block: waits for maxBufferedBytes as well', async () => {
    const [port, worker] = slow({ capacity: 1 << 16, maxBufferedBytes: 3000, whenFull: 'block' }, 50)
    let most = 0
    for (const number of numbers(1000)) {
      port.postMessage(varied(number))
      most = Math.max(most, port.bufferedAmount)
    }
    port.postMessage('report')
    expect(await new Promise((resolve) => worker.once('message', resolve))).toEqual({ received: 1000, misplaced: 0 })
    expect(most).toBeLessThanOrEqual(3000 + 200)
  })

  test('block: ready still comes on a port that has blocked meanwhile', async () => {
    const [port] = slow({ ...SMALL, whenFull: 'block', highWaterMark: 500 }, 20)
    for (let round = 0; round < 20; round++) {
      for (const number of numbers(40)) port.postMessage({ number: round * 300 + number })
      const { ready } = port
      for (const number of numbers(260)) port.postMessage({ number: round * 300 + 40 + number })
      await ready
    }
    expect(port.stats().messagesSent).toBe(6000)
  })

  test.each(['exit', 'memory'])('block: ends when the thread that should make room dies: %s', async (how) => {
    const { port, offer, transfer } = createChannel({ ...SMALL, whenFull: 'block' })
    const worker = new NativeWorker(new URL('dies-blocked.worker.ts', import.meta.url), {
      workerData: { how, offer },
      transferList: [...transfer],
      resourceLimits: { maxOldGenerationSizeMb: 16 },
    })
    worker.on('error', () => {})
    expect(await port.receive()).toBe('last words')
    for (const number of numbers(1000)) {
      port.postMessage(varied(number))
      if (number > 200) break
    }
    await expect(port.receive()).rejects.toMatchObject({ reason: 'peer-died' })
  })

  test.each([
    [{ highWaterMark: -1 }, RangeError],
    [{ highWaterMark: NaN }, RangeError],
    [{ highWaterMark: '5' as never }, RangeError],
    [{ maxBufferedBytes: '5' as never }, RangeError],
    [{ maxBufferedBytes: 0 }, RangeError],
    [{ whenFull: 'wait' as never }, TypeError],
  ])('%o is refused, before anything is made', (options, kind) => {
    expect(() => createChannel(options)).toThrow(kind)
    expect(() => new Worker(new URL('echo.worker.ts', import.meta.url), options)).toThrow(kind)
  })
})

test.each([
  ['exit', 'left'],
  ['throw', 'left'],
  ['terminate', 'left'],
  // On the native port, which nobody reads.
  ['exit', new SharedArrayBuffer(1)],
])(
  'a wait for room learns of a thread that ends by %s, also while a message that it has left is not taken: %s',
  async (way, left) => {
    const { port, offer, transfer } = createChannel(SMALL)
    const worker = new NativeWorker(new URL('leaves-unread.worker.ts', import.meta.url), {
      workerData: { offer, left },
      transferList: [...transfer],
    })
    closeAfterTest(port, worker)
    worker.on('error', () => {})
    await new Promise((resolve) => worker.once('message', resolve))
    while (port.tryPostMessage('x'.repeat(100)));
    const { ready } = port
    if (way === 'terminate') void worker.terminate()
    else worker.postMessage(way)
    await expect(ready).rejects.toMatchObject({ name: 'ClosedError', reason: 'peer-died' })
    expect(port.tryPostMessage('x'.repeat(100))).toBe(false)
    await expect(port.ready).rejects.toMatchObject({ name: 'ClosedError', reason: 'peer-died' })
    expect(await port.receive()).toEqual(left)
    expect(await port.closed).toEqual({ reason: 'peer-died' })
  },
)

test('ready comes also when what was taken last went beside a ring that has been left', async () => {
  const { port, offer } = createChannel()
  const other = attach(offer)
  closeAfterTest(port, other)
  const { buffer } = new Uint8Array(8)
  port.postMessage({ text: 'x'.repeat(600_000), buffer }, [buffer])
  port.postMessage('y'.repeat(300_000))
  const { ready } = port
  await other.receive()
  expect(port.bufferedAmount).toBeLessThanOrEqual(port.highWaterMark)
  await ready
})

// Each waited for the room that the other had read and not given back.
test('two threads that block for each other in their listeners go on', async () => {
  const worker = new NativeWorker(new URL('blocks-in-listener.worker.ts', import.meta.url))
  closeAfterTest(worker)
  expect(await once(worker, 'message')).toEqual(['done'])
})

// Without `ready`, only `drain` tells a program that was refused to go on.
test.each(['buffer', 'throw'] as const)(
  'drain comes after a refused message, though the other side has taken all before the next look (whenFull: %j)',
  async (whenFull) => {
    const [port, other] = pair({ ...SMALL, maxBufferedBytes: 1000, whenFull })
    const text = 'x'.repeat(600)
    const tryPost = (): boolean => {
      if (whenFull === 'buffer') return port.tryPostMessage(text)
      try {
        port.postMessage(text)
        return true
      } catch (error) {
        expect(isBufferFullError(error)).toBe(true)
        return false
      }
    }
    expect(tryPost()).toBe(true)
    const look = vi.spyOn(Sender.prototype, 'lookAtBuffered').mockReturnValue(0)
    expect(tryPost()).toBe(false)
    look.mockRestore()
    receiveMessageSync(other)
    await once(port, 'drain')
    expect(tryPost()).toBe(true)
  },
)
