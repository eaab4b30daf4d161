import { once } from 'node:events'
import { MessageChannel as NativeChannel, MessagePort, Worker as NativeWorker } from 'node:worker_threads'
import {
  connect,
  createChannel,
  attach,
  isInstanceError,
  type NodePort,
  ownClass,
  type PortOptions,
  receiveMessageOnPort,
  receiveMessageSync,
  Worker,
} from '@slipring/worker'
import { describe, expect, test } from 'vitest'
import { closeAfterTest, pair } from './open-ports.ts'
import { Carrier, CODEC, Invoice, Money, tooHeavy } from './own-classes.ts'

const URL_OF_WORKER = new URL('own-classes.worker.ts', import.meta.url)
const codec = CODEC

function start(workerData: object, options: PortOptions = { codec }): Worker {
  const worker = new Worker(URL_OF_WORKER, { workerData, ...options })
  closeAfterTest(worker)
  return worker
}

function collect(port: Worker | NodePort, count: number): Promise<any[]> {
  return new Promise((resolve) => {
    const messages: unknown[] = []
    port.on('message', (message: unknown) => messages.push(message) === count && resolve(messages))
  })
}

const invoice = (): Invoice => new Invoice([['one', new Money(100n, 'EUR')], ['two', new Money(5n, 'USD')]]) // oxfmt-ignore

/** A message that arrives, one that cannot be made, and one that arrives. */
const fill = (port: NodePort): void => {
  port.postMessage({ row: 1 })
  port.postMessage({ row: 2, fragile: tooHeavy() })
  port.postMessage({ row: 3 })
}

/** A channel whose receiving end is told of a class by what its `from` does. */
function channelWith(from: (port: NodePort) => Carrier): { port: NodePort; other: NodePort } {
  const acting = ownClass({ name: 'A', type: Carrier, to: ({ content }) => content, from: () => from(other) })
  const { port, offer } = createChannel({ codec: { classes: [acting] } })
  const other: NodePort = attach(offer, { codec: { classes: [acting] } })
  closeAfterTest(port, other)
  return { port, other }
}

describe('own classes between threads', () => {
  test.each([
    ['useCodec() of its parentPort', { how: 'parentPort' }],
    ['accept({ codec })', { how: 'accept' }],
    ['useCodec(), and it listens late', { how: 'parentPort', delayMs: 100 }],
  ])('reach a worker that says so by %s, from its very first message on', async (_, workerData) => {
    const worker = start(workerData)
    const messages: any[] = []
    for (let round = 0; round < 2; round++) {
      const replies = collect(worker, 300)
      for (let count = 0; count < 100; count++) {
        worker.postMessage(new Money(BigInt(count), 'EUR'))
        worker.postMessage(invoice())
        worker.postMessage(Buffer.from('bytes'))
        if (count % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 2))
      }
      messages.push(...(await replies))
      worker.removeAllListeners('message')
    }
    const expected = Array.from({ length: 200 }, (__, count) => [
      `Money ${count % 100}`,
      'Invoice of 2',
      'Buffer bytes',
    ])
    expect(messages.map(({ seen }) => seen)).toEqual(expected.flat())
    expect(messages[3].message).toBeInstanceOf(Money)
    expect(messages[3].message.cents).toBe(1n)
    expect(messages[4].message).toBeInstanceOf(Invoice)
    expect(messages[4].message.get('two')).toBeInstanceOf(Money)
    expect(messages[5].message).toBeInstanceOf(Buffer)
    expect(worker.port.stats().spills).toBeLessThanOrEqual(300)
  })

  test('reach a native worker by connect() and accept()', async () => {
    const worker = new NativeWorker(URL_OF_WORKER, { workerData: { how: 'accept' } })
    closeAfterTest(worker)
    const port = connect(worker, { codec })
    const replies = collect(port, 1)
    port.postMessage(new Money(7n, 'EUR'))
    expect((await replies)[0]).toMatchObject({ seen: 'Money 7', message: new Money(7n, 'EUR') })
  })

  test('are named in the error of a worker that does not know them, which gets the messages after', async () => {
    const worker = start({ how: 'nothing' })
    const replies = collect(worker, 4)
    worker.postMessage({ plain: 1 })
    worker.postMessage(new Money(7n, 'EUR'))
    await new Promise((resolve) => setTimeout(resolve, 300))
    worker.postMessage([new Money(7n, 'EUR')])
    worker.postMessage({ plain: 2 })
    const unknown = { error: expect.stringMatching(/"Money".*register it in codec\.classes on both sides/) }
    expect(await replies).toEqual([
      { message: { plain: 1 }, seen: 'object' },
      unknown,
      unknown,
      { message: { plain: 2 }, seen: 'object' },
    ])
  })

  test('that cannot be made are a messageerror of the Worker', async () => {
    const worker = start({ how: 'tooHeavy' })
    expect(worker.port.eventNames()).toEqual([])
    worker.port.removeAllListeners()
    const [[error], messages] = await Promise.all([once(worker, 'messageerror'), collect(worker, 2)])
    expect(isInstanceError(error)).toBe(true)
    expect(error).toMatchObject({ className: 'Fragile', cause: { message: '11 is too heavy' } })
    expect(messages).toEqual(['before', 'after'])
  })

  test('cannot be set on the parentPort of a native Worker, which could not read them', async () => {
    const worker = new NativeWorker(URL_OF_WORKER, { workerData: { how: 'parentPort' } })
    const error = await new Promise((resolve) => worker.once('error', resolve))
    expect(error).toMatchObject({ name: 'TypeError', message: expect.stringMatching(/native Worker.*connect\(\)/) })
  })
})

describe('own classes on a channel', () => {
  test('take every way that a message can: ring, larger ring, native port, transfer, platform objects', () => {
    const [port, other] = pair({ codec, capacity: 4096, maxCapacity: 8192 })
    const { port1 } = new NativeChannel()
    closeAfterTest(port1)
    const { buffer } = new Uint8Array([1, 2, 3])
    port.postMessage(invoice())
    port.postMessage(new Carrier('x'.repeat(1500)))
    port.postMessage(new Carrier(new Uint8Array(100_000).fill(9)))
    port.postMessage(new Carrier([buffer, new Money(1n, 'EUR')]), [buffer])
    port.postMessage(new Carrier({ port: port1, shared: new SharedArrayBuffer(8) }), [port1])
    for (let count = 0; count < 500; count++) port.postMessage(new Money(BigInt(count), 'EUR'))
    expect(buffer.byteLength).toBe(0)
    const take = (): any => receiveMessageOnPort(other)!.message
    expect(take()).toEqual(invoice())
    expect(take()).toEqual(new Carrier('x'.repeat(1500)))
    expect(take().content.every((byte: number) => byte === 9)).toBe(true)
    const transferred = take()
    expect(transferred).toBeInstanceOf(Carrier)
    expect(new Uint8Array(transferred.content[0])).toEqual(new Uint8Array([1, 2, 3]))
    expect(transferred.content[1]).toBeInstanceOf(Money)
    const { content } = take()
    expect(content.port).toBeInstanceOf(MessagePort)
    expect(content.shared).toBeInstanceOf(SharedArrayBuffer)
    content.port.close()
    for (let count = 0; count < 500; count++) expect(take().cents).toBe(BigInt(count))
    expect(port.stats()).toMatchObject({ growths: 1 })
    expect(port.stats().spills).toBeGreaterThan(3)
  })

  test('a transfer list that names an instance is refused by the platform, and nothing is sent', () => {
    const [port, other] = pair({ codec })
    const money = new Money(1n, 'EUR')
    expect(() => port.postMessage(money, [money])).toThrow()
    port.postMessage('next')
    expect(receiveMessageOnPort(other)).toEqual({ message: 'next' })
  })

  test('a to() that posts on the same port goes first, one that throws sends nothing', () => {
    const failure = new Error('from to()')
    const posting = ownClass({
      name: 'Posting',
      type: Carrier,
      to: ({ content }) => {
        if (content === 'throw') throw failure
        if (content instanceof Carrier) port.postMessage(content)
        return content
      },
      from: (content) => new Carrier(content),
    })
    const [port, other] = pair({ codec: { classes: [posting] } })
    port.postMessage(new Carrier(new Carrier('inner')))
    expect(() => port.postMessage([new Carrier('throw')])).toThrow(failure)
    port.postMessage('last')
    const messages = Array.from({ length: 3 }, () => receiveMessageOnPort(other)!.message)
    expect(messages).toEqual([new Carrier('inner'), new Carrier(new Carrier('inner')), 'last'])
    expect(receiveMessageOnPort(other)).toBeUndefined()
  })
})

describe('a message with an instance that cannot be made', () => {
  const heavy = expect.objectContaining({
    name: 'InstanceError',
    className: 'Fragile',
    cause: expect.objectContaining({ message: '11 is too heavy' }),
  })

  test('is a messageerror for listeners, in its place, and the next ones come', async () => {
    const [port, other] = pair({ codec })
    const seen: unknown[] = []
    other.on('messageerror', (error) => seen.push(error))
    const messages = collect(other, 2)
    other.on('message', (message) => seen.push(message))
    fill(port)
    await messages
    expect(seen).toEqual([{ row: 1 }, heavy, { row: 3 }])
  })

  test('rejects the receive() that asked for it', async () => {
    const [port, other] = pair({ codec })
    const waiting = [other.receive(), other.receive(), other.receive()]
    fill(port)
    expect(await Promise.allSettled(waiting)).toEqual([
      { status: 'fulfilled', value: { row: 1 } },
      { status: 'rejected', reason: heavy },
      { status: 'fulfilled', value: { row: 3 } },
    ])
    fill(port)
    expect(await other.receive()).toEqual({ row: 1 })
    await expect(other.receive()).rejects.toEqual(heavy)
    expect(await other.receive()).toEqual({ row: 3 })
  })

  test('ends the loop that asked for it, and another loop goes on', async () => {
    const [port, other] = pair({ codec })
    fill(port)
    port.close()
    const seen: unknown[] = []
    const loop = async (): Promise<void> => {
      for await (const message of other) seen.push(message)
    }
    await expect(loop()).rejects.toEqual(heavy)
    await loop()
    expect(seen).toEqual([{ row: 1 }, { row: 3 }])
  })

  test.each([
    ['receiveMessageOnPort', receiveMessageOnPort],
    ['receiveMessageSync', receiveMessageSync],
  ])('is thrown by %s(), and the next call gives the next message', (_, receive) => {
    const [port, other] = pair({ codec })
    fill(port)
    expect(receive(other)).toEqual({ message: { row: 1 } })
    expect(() => receive(other)).toThrow(heavy)
    expect(receive(other)).toEqual({ message: { row: 3 } })
  })
})

describe('a from() that uses the port it is called by', () => {
  test('cannot take the next message, and both messages are as they were', () => {
    const errors: unknown[] = []
    const { port, other } = channelWith((own) => {
      for (const take of [receiveMessageOnPort, receiveMessageSync]) {
        try {
          take(own)
        } catch (error) {
          errors.push((error as Error).message)
        }
      }
      return new Carrier('made')
    })
    port.postMessage([new Carrier(1)])
    port.postMessage('next')
    expect(receiveMessageOnPort(other)).toEqual({ message: [new Carrier('made')] })
    expect(receiveMessageOnPort(other)).toEqual({ message: 'next' })
    expect(errors).toEqual([expect.stringMatching(/within the from\(\)/), expect.stringMatching(/within the from\(\)/)])
  })

  test('may ask for the next message by receive(), post, and listen', async () => {
    let asked: Promise<unknown> | undefined
    const { port, other } = channelWith((own) => {
      asked = own.receive()
      own.postMessage('from from()')
      return new Carrier('made')
    })
    port.postMessage(new Carrier(1))
    port.postMessage('next')
    expect(receiveMessageOnPort(other)).toEqual({ message: new Carrier('made') })
    expect(await asked).toBe('next')
    expect(receiveMessageOnPort(port)).toEqual({ message: 'from from()' })
  })

  test('may ask for the next message by receiveInto(), while listeners get the one that is read', async () => {
    let asked: Promise<number> | undefined
    const target = new Uint8Array(4)
    const { port, other } = channelWith((own) => {
      asked = own.receiveInto(target)
      return new Carrier('made')
    })
    const first = collect(other, 1)
    port.postMessage(new Carrier(1))
    port.postMessage(Uint8Array.of(1, 2, 3))
    expect(await first).toEqual([new Carrier('made')])
    expect(await asked).toBe(3)
    expect(target).toEqual(Uint8Array.of(1, 2, 3, 0))
  })

  test('may give up the receive() that the message is for: it is the next again', async () => {
    const controller = new AbortController()
    const { port, other } = channelWith(() => {
      controller.abort('given up')
      return new Carrier('made')
    })
    const asked = other.receive({ signal: controller.signal })
    port.postMessage(new Carrier(1))
    port.postMessage('next')
    await expect(asked).rejects.toBe('given up')
    expect(receiveMessageSync(other)).toEqual({ message: new Carrier('made') })
    expect(await other.receive()).toBe('next')
    expect(other.stats().messagesReceived).toBe(2)
  })

  test.each([
    ['that is there', true],
    ['that comes', false],
  ])('may leave the loop that the message is for, and a message %s is not lost', async (_, isThere) => {
    let loop: AsyncIterator<unknown> | undefined
    const { port, other } = channelWith(() => {
      void loop!.return!()
      return new Carrier('made')
    })
    const post = (): void => {
      port.postMessage(new Carrier(1))
      port.postMessage('next')
    }
    loop = other[Symbol.asyncIterator]()
    if (isThere) post()
    const asked = loop.next()
    if (!isThere) post()
    const { done, value } = await asked
    const left = await Promise.all(done === true ? [other.receive(), other.receive()] : [value, other.receive()])
    expect(left).toEqual([new Carrier('made'), 'next'])
    expect(await loop.next()).toEqual({ done: true, value: undefined })
  })

  test.each([[['next']], [[]]])(
    'may take the last listener away: the message waits for the next, and %j behind it',
    async (behind) => {
      const seen: unknown[] = []
      const listener = (message: unknown): unknown => seen.push(message)
      const { port, other } = channelWith((own) => {
        own.off('message', listener)
        return new Carrier('made')
      })
      other.on('message', listener)
      port.postMessage(new Carrier(1))
      for (const message of behind) port.postMessage(message)
      await new Promise((resolve) => setTimeout(resolve, 20))
      expect(seen).toEqual([])
      expect(await collect(other, 1 + behind.length)).toEqual([new Carrier('made'), ...behind])
    },
  )

  test('may close it: the message is not delivered any more', async () => {
    const seen: unknown[] = []
    const { port, other } = channelWith((own) => {
      own.close()
      return new Carrier('made')
    })
    other.on('message', (message) => seen.push(message))
    port.postMessage('before')
    port.postMessage(new Carrier(1))
    port.postMessage('after')
    expect(await port.closed).toEqual({ reason: 'peer-closed' })
    expect(seen).toEqual(['before'])
  })
})

describe('useCodec()', () => {
  test('is refused once the port is in use, or has a codec: a message could have lost its classes', () => {
    const { port, offer } = createChannel()
    const other = attach(offer)
    closeAfterTest(port, other)
    expect(() => other.useCodec(codec)).toThrow(/the port is in use; give it as an option/)
    port.postMessage(1)
    expect(() => port.useCodec(codec)).toThrow(/in use/)
    const [own] = pair({ codec })
    own.useCodec(codec)
    expect(() => own.useCodec({ classes: [] })).toThrow(/another one already/)
  })

  test('is refused to a getter of the first message, whose encoding may be built on', () => {
    const [port, other] = pair()
    const first = {
      get late() {
        port.useCodec(codec)
        return 1
      },
    }
    expect(() => port.postMessage([{ a: 1 }, { a: 2 }, first])).toThrow(/in use/)
    port.useCodec(codec)
    const records = [{ b: 1 }, { b: 2 }, { c: 3 }, { b: 4 }]
    port.postMessage(records)
    expect(receiveMessageOnPort(other)).toEqual({ message: records })
  })

  test('is refused for a Worker that was started without', () => {
    const worker = start({ how: 'nothing' }, {})
    expect(connect(worker)).toBe(worker.port)
    expect(() => connect(worker, { codec })).toThrow(/in use; give it as an option/)
  })

  test('options that cannot be are refused before a worker is started', () => {
    const classes = [{ name: 'Map', type: Map, to: String, from: () => new Map() }]
    expect(() => start({}, { codec: { classes } })).toThrow(/class of the language/)
    expect(() => createChannel({ codec: { classes } })).toThrow(/class of the language/)
  })
})
