import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { channelOf } from '@slipring/core/channel'
import { bool, bytes, f32, f64, list, optional, string, struct, u32, union, withDefault } from '@slipring/core/schema'
import {
  attach,
  BufferFullError,
  ClosedError,
  createChannel,
  HandshakeError,
  type NodePort,
  receiveMessageOnPort,
  receiveMessageSync,
  type TypedChannel,
} from '@slipring/worker'
import { describe, expect, expectTypeOf, test, vi } from 'vitest'
import { closeAfterTest, pair } from './open-ports.ts'

const Ticker = channelOf(struct({ symbol: string, last: f64 }))
const Counted = channelOf(struct({ number: u32, text: string }))

const tick = (last: number, symbol = 'BTC'): { symbol: string; last: number } => ({ symbol, last })
/** Time for messages to arrive: events come between immediates, also where the timer is late. */
async function turn(): Promise<void> {
  await delay(10)
  for (let turns = 0; turns < 10; turns++) await nextTurn()
}

/** Collects the records that a channel's listener sees, as values. */
function heard<T>(channel: TypedChannel<T, any>): T[] {
  const seen: T[] = []
  channel.onrecord = (record: { copy(): T }) => seen.push(record.copy())
  return seen
}

function messageOf(ask: () => unknown): string {
  try {
    return `no error: ${ask()}`
  } catch (error) {
    return (error as Error).message
  }
}

/** An exception that nobody catches, in place of the process's end. */
async function uncaught(action: () => void): Promise<unknown> {
  const others = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  try {
    return await new Promise((resolve) => {
      process.once('uncaughtException', resolve)
      action()
    })
  } finally {
    for (const other of others) process.on('uncaughtException', other)
  }
}

describe('order', () => {
  test('records and messages come in the order in which they were sent', async () => {
    const [port, other] = pair()
    const ticks = port.channel(Ticker)
    const seen: unknown[] = []
    other.channel(Ticker).onrecord = (record) => seen.push(record.copy())
    other.on('message', (message) => seen.push(message))
    ticks.send(tick(1))
    port.postMessage('between')
    ticks.send(tick(2))
    port.postMessage(new SharedArrayBuffer(8))
    ticks.send(tick(3))
    await vi.waitFor(() => expect(seen.length).toBe(5))
    expect(seen).toEqual([tick(1), 'between', tick(2), new SharedArrayBuffer(8), tick(3)])
  })

  test.each([
    ['a ring that grows', { capacity: 4096 }],
    ['a ring that may not grow', { capacity: 4096, maxCapacity: 4096 }],
    ['positions that wrap', { capacity: 4096, startPosition: 2 ** 32 - 4096 }],
  ])('stays in %s, also of records larger than the ring', async (_, options) => {
    const [port, other] = pair(options)
    const sent = port.channel(Counted)
    const seen: number[] = []
    other.channel(Counted).onrecord = ({ number, text }) => {
      expect(text).toBe('x'.repeat(text.length))
      seen.push(number)
    }
    other.on('message', (number) => seen.push(number))
    const count = 3000
    for (let number = 0; number < count; number++) {
      if (number % 3 === 0) port.postMessage(number)
      else sent.send({ number, text: 'x'.repeat(number % 500 === 1 ? 9000 : number % 40) })
      if (number % 1000 === 999) await turn()
    }
    await vi.waitFor(() => expect(seen.length).toBe(count))
    expect(seen).toEqual(Array.from({ length: count }, (_unused, number) => number))
  })

  test('both directions and several channels do not disturb one another', async () => {
    const [port, other] = pair()
    const [a, b] = [port.channel(Ticker, { name: 'a' }), port.channel(Counted, { name: 'b' })]
    const [otherB, otherA] = [other.channel(Counted, { name: 'b' }), other.channel(Ticker, { name: 'a' })]
    const [seenA, seenB, back] = [heard(otherA), heard(otherB), heard(a)]
    a.send(tick(1))
    b.send({ number: 2, text: 'two' })
    otherA.send(tick(3))
    await vi.waitFor(() => expect([seenA, seenB, back]).toEqual([[tick(1)], [{ number: 2, text: 'two' }], [tick(3)]]))
  })

  test('without names the first is the first and the second is the second', async () => {
    const [port, other] = pair()
    const [first, second] = [port.channel(Ticker), port.channel(Ticker)]
    const seen = [heard(other.channel(Ticker)), heard(other.channel(Ticker))]
    second.send(tick(2))
    first.send(tick(1))
    await vi.waitFor(() => expect(seen).toEqual([[tick(1)], [tick(2)]]))
  })

  test('a record that a getter sends comes before the record that it is in', async () => {
    const [port, other] = pair()
    const ticks = port.channel(Ticker)
    const seen = heard(other.channel(Ticker))
    const messages: unknown[] = []
    other.on('message', (message) => messages.push([message, seen.length]))
    ticks.send({
      symbol: 'outer',
      get last() {
        ticks.send(tick(1, 'inner'))
        port.postMessage('inner')
        return 2
      },
    })
    await vi.waitFor(() => expect(seen).toEqual([tick(1, 'inner'), tick(2, 'outer')]))
    expect(messages).toEqual([['inner', 1]])
  })
})

test.each(['buffer', 'throw'] as const)(
  'a refused record leaves what its getter has sent, with whenFull: %s',
  async (whenFull) => {
    const [port, other] = pair({ capacity: 4096, maxCapacity: 4096, whenFull })
    const records = port.channel(channelOf(struct({ text: string })))
    const seen: unknown[] = []
    let count = 0
    while (port.tryPostMessage('x'.repeat(700))) count++
    const record = {
      get text() {
        port.postMessage({ shape: 1 })
        return 'x'.repeat(950)
      },
    }
    if (whenFull === 'throw') expect(() => records.send(record)).toThrow(/buffered already/)
    else expect(records.trySend(record)).toBe(false)
    other.on('message', (message) => seen.push(message))
    await turn()
    const later = [{ other: 2, b: 'text' }, { shape: 3 }, { third: [3], c: 1, d: 2 }, { other: 4, b: 'more' }]
    for (const message of later) port.postMessage(message)
    await turn()
    const sent = seen.slice(count)
    expect(sent.slice(0, -later.length)).toContainEqual({ shape: 1 })
    expect(sent.slice(-later.length)).toEqual(later)
  },
)

describe('records that nobody asks for wait', () => {
  test('records for a channel that is not open yet, while messages and other channels go on', async () => {
    const [port, other] = pair()
    const [ticks, counts] = [port.channel(Ticker, { name: 't' }), port.channel(Counted, { name: 'c' })]
    const messages: unknown[] = []
    other.on('message', (message) => messages.push(message))
    ticks.send(tick(1))
    port.postMessage('first')
    counts.send({ number: 1, text: '' })
    ticks.send(tick(2))
    port.postMessage('second')
    await vi.waitFor(() => expect(messages).toEqual(['first', 'second']))
    expect(await other.channel(Counted, { name: 'c' }).receive()).toEqual({ number: 1, text: '' })
    const late = heard(other.channel(Ticker, { name: 't' }))
    await vi.waitFor(() => expect(late).toEqual([tick(1), tick(2)]))
  })

  test('they are buffered: the bytes are not given back before somebody takes them', async () => {
    const [port, other] = pair()
    const ticks = port.channel(Ticker)
    other.on('message', () => {})
    const received = other.channel(Ticker)
    await ticks.opened
    await turn()
    for (let last = 0; last < 100; last++) ticks.send(tick(last))
    port.postMessage('behind them')
    await turn()
    expect(port.bufferedAmount).toBeGreaterThan(100 * 20)
    for (let last = 0; last < 100; last++) expect(await received.receive()).toEqual(tick(last))
    await turn()
    expect(port.bufferedAmount).toBe(0)
  })

  test('also in rings that have grown since', async () => {
    const [port, other] = pair({ capacity: 4096 })
    const ticks = port.channel(Ticker)
    const messages: unknown[] = []
    other.on('message', (message) => messages.push(message))
    for (let last = 0; last < 1000; last++) {
      ticks.send(tick(last))
      port.postMessage(last)
    }
    await vi.waitFor(() => expect(messages.length).toBe(1000))
    expect(port.stats().growths).toBeGreaterThan(0)
    const seen = heard(other.channel(Ticker))
    await vi.waitFor(() => expect(seen.length).toBe(1000))
    expect(seen).toEqual(Array.from({ length: 1000 }, (_, last) => tick(last)))
    await turn()
    expect(port.bufferedAmount).toBe(0)
  })

  test('a wait for room ends, though a waiting message is the last in an older ring', async () => {
    const [port, other] = pair({ capacity: 4096, highWaterMark: 2048 })
    const ticks = port.channel(Ticker)
    const seen = heard(other.channel(Ticker))
    await ticks.opened
    let last = 0
    const send = (): void => void ticks.send(tick(last++))
    while (port.bufferedAmount < 4000) send()
    port.postMessage('x')
    while (port.stats().growths === 0) send()
    await vi.waitFor(() => expect(seen.length).toBe(last))
    while (port.bufferedAmount < 3000) send()
    await Promise.race([port.ready, new Promise((_, reject) => setTimeout(reject, 2000, new Error('never ready')))])
    expect(seen.length).toBe(last)
    expect(receiveMessageOnPort(other)).toEqual({ message: 'x' })
  })

  test('messages wait for a port that is not started, while records are delivered', async () => {
    const [port, other] = pair()
    const ticks = port.channel(Ticker)
    const seen = heard(other.channel(Ticker))
    port.postMessage({ number: 1 })
    port.postMessage(new SharedArrayBuffer(4))
    ticks.send(tick(1))
    port.postMessage(new Uint8Array([7, 8]))
    await vi.waitFor(() => expect(seen).toEqual([tick(1)]))
    expect(receiveMessageOnPort(other)).toEqual({ message: { number: 1 } })
    expect(await other.receive()).toEqual(new SharedArrayBuffer(4))
    const target = new Uint8Array(4)
    expect(await other.receiveInto(target)).toBe(2)
    expect(target).toEqual(new Uint8Array([7, 8, 0, 0]))
  })

  test('a thread that blocks gets messages and no records: those wait for its event loop, in their order', async () => {
    const [port, other] = pair()
    const ticks = port.channel(Ticker)
    const received = other.channel(Ticker)
    const seen = heard(received)
    for (const n of [1, 2, 3]) {
      ticks.send(tick(n))
      port.postMessage(n)
    }
    ticks.send(tick(4))
    for (const n of [1, 2, 3]) expect(receiveMessageSync(other)).toEqual({ message: n })
    expect(receiveMessageSync(other, { timeout: 20 })).toBeUndefined()
    expect(seen).toEqual([])
    await vi.waitFor(() => expect(seen).toEqual([1, 2, 3, 4].map((n) => tick(n))))
    expect(port.bufferedAmount).toBe(0)
  })

  test('records of several channels keep their order when the port ends while the thread blocks', async () => {
    const [port, other] = pair()
    const sent = [port.channel(Counted), port.channel(Counted)]
    const seen: number[] = []
    const received = [other.channel(Counted), other.channel(Counted)]
    await Promise.all(received.map(({ opened }) => opened))
    for (const channel of received) channel.onrecord = ({ number }) => seen.push(number)
    for (let number = 0; number < 6; number++) sent[number % 2]!.send({ number, text: '' })
    port.close()
    expect(receiveMessageSync(other)).toBeUndefined()
    await vi.waitFor(() => expect(seen.length).toBe(6))
    expect(seen).toEqual([0, 1, 2, 3, 4, 5])
  })

  test('a record before the message that is taken is delivered afterwards', async () => {
    const [port, other] = pair()
    const ticks = port.channel(Ticker)
    const seen = heard(other.channel(Ticker))
    await turn()
    ticks.send(tick(1))
    port.postMessage('after it')
    expect(receiveMessageOnPort(other)).toEqual({ message: 'after it' })
    expect(seen).toEqual([])
    await vi.waitFor(() => expect(seen).toEqual([tick(1)]))
  })

  test('receiveInto() that waits for a message holds no record back', async () => {
    const [port, other] = pair()
    const ticks = port.channel(Ticker)
    const seen = heard(other.channel(Ticker))
    const target = new Uint8Array(2)
    const filled = other.receiveInto(target)
    ticks.send(tick(1))
    await vi.waitFor(() => expect(seen).toEqual([tick(1)]))
    port.postMessage(new Uint8Array([1, 2]))
    expect(await filled).toBe(2)
  })
})

describe('onrecord', () => {
  test('the view ends with the listener, and copy() keeps what is in it', async () => {
    const [port, other] = pair()
    const ticks = port.channel(Ticker)
    let kept: { readonly last: number } | undefined
    other.channel(Ticker).onrecord = (record) => (kept = record)
    ticks.send(tick(5))
    await vi.waitFor(() => expect(kept).toBeDefined())
    expect(() => kept!.last).toThrow(TypeError)
  })

  test('of records in a row, each view ends with its listener', async () => {
    const [port, other] = pair()
    const ticks = port.channel(Ticker, { name: 'ticks' })
    const counts = port.channel(Counted, { name: 'counts' })
    let kept: { readonly last: number } | undefined
    const asked: unknown[] = []
    other.channel(Ticker, { name: 'ticks' }).onrecord = (record) => {
      asked.push(record.last)
      kept = record
    }
    other.channel(Counted, { name: 'counts' }).onrecord = () => asked.push(messageOf(() => kept!.last))
    ticks.send(tick(1))
    ticks.send(tick(2))
    counts.send({ number: 3, text: '' })
    ticks.send(tick(4))
    await vi.waitFor(() => expect(asked).toEqual([1, 2, expect.stringContaining('has been released'), 4]))
    expect(messageOf(() => kept!.last)).toContain('has been released')
  })

  test('of records in a row, what a view has given out ends with its listener', async () => {
    const [port, other] = pair()
    const Area = channelOf(struct({ corner: optional(struct({ x: f64 })) }))
    const areas = port.channel(Area)
    const kept: { readonly x: number }[] = []
    const asked: unknown[] = []
    other.channel(Area).onrecord = ({ corner }) => {
      for (const point of kept) asked.push(messageOf(() => point.x))
      if (corner === undefined) return
      kept.push(corner)
      asked.push(corner.x)
    }
    // Rows begin when listeners are quick: first everything is made that is made once.
    for (const corner of [undefined, { x: 0 }, undefined, undefined]) areas.send({ corner })
    await vi.waitFor(() => expect(asked.length).toBe(3))
    kept.length = asked.length = 0
    areas.send({ corner: { x: 1 } })
    areas.send({})
    await vi.waitFor(() => expect(asked).toEqual([1, expect.stringContaining('has been released')]))
  })

  test('of records in a row of different structs, each view ends with its listener', async () => {
    const [port, other] = pair()
    const Shape = channelOf(union('kind', { dot: struct({ x: f64 }), text: struct({ value: string }) }))
    const shapes = port.channel(Shape)
    const kept: { readonly x: number }[] = []
    const asked: unknown[] = []
    other.channel(Shape).onrecord = (record) => {
      for (const dot of kept) asked.push(messageOf(() => dot.x))
      if (record.kind === 'dot') kept.push(record)
    }
    for (const kind of ['text', 'dot', 'text', 'text'])
      shapes.send(kind === 'dot' ? { kind, x: 0 } : { kind: 'text', value: '' })
    await vi.waitFor(() => expect(asked.length).toBe(2))
    kept.length = asked.length = 0
    shapes.send({ kind: 'dot', x: 1 })
    shapes.send({ kind: 'text', value: 'no dot' })
    await vi.waitFor(() => expect(asked).toEqual([expect.stringContaining('has been released')]))
  })

  test('a view reads the ring itself: nothing is copied', async () => {
    const [port, other] = pair()
    const sent = port.channel(channelOf(struct({ contents: bytes })))
    let buffer: unknown
    other.channel(channelOf(struct({ contents: bytes }))).onrecord = ({ contents }) => (buffer = contents.buffer)
    sent.send({ contents: new Uint8Array([1, 2, 3]) })
    await vi.waitFor(() => expect(buffer).toBeInstanceOf(SharedArrayBuffer))
  })

  test('an error of a listener is reported, and the next record still comes', async () => {
    const [port, other] = pair()
    const ticks = port.channel(Ticker)
    const seen: number[] = []
    other.channel(Ticker).onrecord = ({ last }) => {
      seen.push(last)
      if (last === 1) throw new Error('thrown at 1')
    }
    const error = await uncaught(() => {
      ticks.send(tick(1))
      ticks.send(tick(2))
    })
    expect(error).toEqual(new Error('thrown at 1'))
    await vi.waitFor(() => expect(seen).toEqual([1, 2]))
  })

  test('a listener may take messages and records, and the view still reads its own record', async () => {
    const [port, other] = pair({ capacity: 4096 })
    const counts = port.channel(Counted)
    const received = other.channel(Counted)
    const seen: unknown[] = []
    received.onrecord = (record) => {
      const next = receiveMessageOnPort(other)
      // Far more than the ring holds: it would be written over.
      for (let n = 0; n < 300; n++) port.postMessage('more'.repeat(10))
      seen.push([record.number, record.text, next])
      received.onrecord = null
    }
    counts.send({ number: 1, text: 'kept in place' })
    port.postMessage('taken')
    await vi.waitFor(() => expect(seen).toEqual([[1, 'kept in place', { message: 'taken' }]]))
  })

  test('a listener may read on into a larger ring: the bytes of its record are given back all the same', async () => {
    const [port, other] = pair({ capacity: 4096 })
    const ticks = port.channel(Ticker)
    const seen: unknown[] = []
    other.channel(Ticker).onrecord = (record) => {
      for (let next = receiveMessageOnPort(other); next !== undefined; next = receiveMessageOnPort(other)) {
        seen.push((next.message as string).length)
      }
      seen.push(record.copy())
    }
    await turn()
    ticks.send(tick(1))
    for (let count = 0; count < 4; count++) port.postMessage('x'.repeat(1500))
    expect(port.stats().growths).toBe(1)
    await vi.waitFor(() => expect(seen).toEqual([1500, 1500, 1500, 1500, tick(1)]))
    await vi.waitFor(() => expect(port.bufferedAmount).toBe(0))
  })

  test.each([false, true])('a listener may take the next record of its own channel, that waits: %s', async (waits) => {
    const [port, other] = pair()
    const ticks = port.channel(Ticker)
    const received = other.channel(Ticker)
    const seen: unknown[] = []
    const listener = async (record: { readonly last: number }): Promise<void> => {
      const next = received.receive()
      seen.push(record.last, await next)
    }
    if (!waits) received.onrecord = listener
    ticks.send(tick(1))
    ticks.send(tick(2))
    if (waits) await turn()
    received.onrecord = listener
    await vi.waitFor(() => expect(seen).toEqual([1, tick(2)]))
  })

  test('taken away, records wait', async () => {
    const [port, other] = pair()
    const ticks = port.channel(Ticker)
    const received = other.channel(Ticker)
    const seen = heard(received)
    ticks.send(tick(1))
    await vi.waitFor(() => expect(seen.length).toBe(1))
    received.onrecord = null
    expect(received.onrecord).toBeNull()
    ticks.send(tick(2))
    await turn()
    expect(seen).toEqual([tick(1)])
    expect(await received.receive()).toEqual(tick(2))
  })

  test('holds the process like a listener for messages', () => {
    const [, other] = pair()
    const received = other.channel(Ticker)
    other.unref()
    expect(other.hasRef()).toBe(false)
    received.onrecord = () => {}
    expect(other.hasRef()).toBe(true)
    received.onrecord = null
    expect(other.hasRef()).toBe(false)
  })
})

test('a listener for what can no longer come holds no process, whenever it is set or taken away', async () => {
  const [port, other] = pair()
  const wrong = port.channel(Ticker)
  wrong.onrecord = () => {}
  const opened = wrong.opened
  other.channel(Counted).opened.catch(() => {})
  await expect(opened).rejects.toThrow(HandshakeError)
  expect(port.hasRef()).toBe(false)
  wrong.onrecord = null
  wrong.onrecord = () => {}
  expect(port.hasRef()).toBe(false)
  const fitting = port.channel(Ticker)
  fitting.onrecord = () => {}
  expect(port.hasRef()).toBe(true)
})

describe('receive() and iteration', () => {
  test('first asked, first served, and before the listener', async () => {
    const [port, other] = pair()
    const ticks = port.channel(Ticker)
    const received = other.channel(Ticker)
    const seen = heard(received)
    const asked = [received.receive(), received.receive()]
    for (let last = 1; last < 4; last++) ticks.send(tick(last))
    expect(await Promise.all(asked)).toEqual([tick(1), tick(2)])
    await vi.waitFor(() => expect(seen).toEqual([tick(3)]))
  })

  test('a signal and a timeout end the waiting, and lose no record', async () => {
    const [port, other] = pair()
    const ticks = port.channel(Ticker)
    const received = other.channel(Ticker)
    const reason = new Error('enough')
    const controller = new AbortController()
    const aborted = received.receive({ signal: controller.signal })
    controller.abort(reason)
    await expect(aborted).rejects.toBe(reason)
    await expect(received.receive({ timeout: 5 })).rejects.toMatchObject({ name: 'TimeoutError' })
    ticks.send(tick(1))
    expect(await received.receive()).toEqual(tick(1))
  })

  test('no listener of others is called before they have returned', async () => {
    const [port, other] = pair()
    const ticks = port.channel(Ticker)
    const received = other.channel(Ticker)
    const controller = new AbortController()
    const seen: unknown[] = []
    other.on('message', (message) => seen.push(message))
    await turn()
    port.postMessage('message')
    const record = received.receive()
    expect(seen).toEqual([])
    await vi.waitFor(() => expect(seen).toEqual(['message']))
    ticks.send(tick(1))
    expect(await record).toEqual(tick(1))

    other.removeAllListeners('message')
    received.onrecord = () => controller.abort(new Error('seen'))
    await turn()
    ticks.send(tick(2))
    await expect(other.receive({ signal: controller.signal })).rejects.toThrow('seen')
  })

  test('a pending receive() gets the record that came while the thread blocked for a message until the port had ended', async () => {
    const [port, other] = pair()
    const ticks = port.channel(Ticker)
    const received = other.channel(Ticker)
    await received.opened
    const asked = received.receive()
    const seen: unknown[] = []
    const loop = (async () => {
      for await (const record of received) seen.push(record)
    })()
    for (const last of [1, 2, 3]) ticks.send(tick(last))
    port.close()
    expect(receiveMessageSync(other)).toBeUndefined()
    expect(await asked).toEqual(tick(1))
    await loop
    expect(seen).toEqual([tick(2), tick(3)])
  })

  test('a loop gets all records until the port ends, those that came before the end included', async () => {
    const [port, other] = pair()
    const ticks = port.channel(Ticker)
    const received = other.channel(Ticker)
    const seen: unknown[] = []
    const loop = (async () => {
      for await (const record of received) {
        seen.push(record)
        await turn()
      }
    })()
    for (let last = 0; last < 5; last++) ticks.send(tick(last))
    await received.opened
    port.close()
    await other.closed
    await loop
    expect(seen).toEqual([0, 1, 2, 3, 4].map((last) => tick(last)))
  })
})

describe('closing', () => {
  test('records from before the other side closed are there after the end; then receive() rejects', async () => {
    const [port, other] = pair()
    const ticks = port.channel(Ticker)
    const received = other.channel(Ticker)
    ticks.send(tick(1))
    ticks.send(tick(2))
    port.close()
    other.start()
    expect(await other.closed).toEqual({ reason: 'peer-closed' })
    expect(await received.receive()).toEqual(tick(1))
    const seen = heard(received)
    await vi.waitFor(() => expect(seen).toEqual([tick(2)]))
    await expect(received.receive()).rejects.toThrow(ClosedError)
  })

  test('of a port with messages that nobody takes, records are still delivered, and it ends when they are taken', async () => {
    const [port, other] = pair()
    const ticks = port.channel(Ticker)
    const seen = heard(other.channel(Ticker))
    port.postMessage('waits')
    ticks.send(tick(1))
    port.close()
    await vi.waitFor(() => expect(seen).toEqual([tick(1)]))
    await turn()
    expect(receiveMessageOnPort(other)).toEqual({ message: 'waits' })
    expect(receiveMessageOnPort(other)).toBeUndefined()
    expect(await other.closed).toEqual({ reason: 'peer-closed' })
  })

  test('from this side: nothing is sent or received any more', async () => {
    const [port, other] = pair()
    const ticks = port.channel(Ticker)
    const pending = ticks.receive()
    port.close()
    await expect(pending).rejects.toMatchObject({ reason: 'closed' })
    await expect(ticks.opened).rejects.toThrow(ClosedError)
    ticks.send(tick(1))
    expect(ticks.trySend(tick(1))).toBe(true)
    await expect(other.channel(Ticker).receive()).rejects.toThrow(ClosedError)
    await expect(port.channel(Ticker).receive()).rejects.toThrow(ClosedError)
  })
})

describe('a message that nobody takes, and the end behind it,', () => {
  test.each(['a loop', 'receive()', 'opened'])('keep nobody waiting for a record: %s', async (way) => {
    const [port, other] = pair()
    const ticks = port.channel(Ticker)
    other.postMessage('nobody takes it')
    if (way !== 'opened') other.channel(Ticker).send(tick(1))
    const got: unknown[] = []
    const loop = async (): Promise<void> => {
      for await (const record of ticks) got.push(record)
    }
    const asked =
      way === 'a loop' ? loop() : way === 'opened' ? ticks.opened : ticks.receive().then((record) => got.push(record))
    const second = way === 'receive()' ? ticks.receive() : asked
    other.close()
    if (way === 'a loop') await second
    else await expect(second).rejects.toMatchObject({ name: 'ClosedError', reason: 'peer-closed' })
    await asked.catch(() => {})
    expect(got).toEqual(way === 'opened' ? [] : [tick(1)])
    await expect(ticks.receive()).rejects.toMatchObject({ name: 'ClosedError' })
    expect(() => port.channel(Counted, { name: 'late' })).not.toThrow()
    expect(receiveMessageOnPort(port)).toEqual({ message: 'nobody takes it' })
    expect(await port.closed).toEqual({ reason: 'peer-closed' })
  })

  test('let a listener have what came before, once', async () => {
    const [port, other] = pair()
    const ticks = port.channel(Ticker)
    other.postMessage('nobody takes it')
    for (const last of [1, 2]) other.channel(Ticker, { name: `${last}` }).send(tick(last))
    other.channel(Ticker).send(tick(3))
    other.close()
    await turn()
    const seen = heard(ticks)
    const late = heard(port.channel(Ticker, { name: '1' }))
    await turn()
    expect([seen, late]).toEqual([[tick(3)], [tick(1)]])
    expect(receiveMessageOnPort(port)).toEqual({ message: 'nobody takes it' })
    expect(await port.closed).toEqual({ reason: 'peer-closed' })
  })
})

describe('schemas that differ', () => {
  const Other = channelOf(struct({ symbol: string, last: f32 }))

  test('both sides get a HandshakeError that names the field and both types', async () => {
    const [port, other] = pair()
    const ticks = port.channel(Ticker, { name: 'ticks' })
    const wrong = other.channel(Other, { name: 'ticks' })
    const [here, there] = await Promise.allSettled([ticks.opened, wrong.opened])
    expect([here, there]).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
    const error = (here as PromiseRejectedResult).reason as HandshakeError
    expect(error).toBeInstanceOf(HandshakeError)
    expect(error.message).toBe(
      'Cannot use channel "ticks": the schemas of its sides differ, last is f64 here and f32 there',
    )
    expect([error.ours, error.theirs]).toEqual([Ticker.fingerprint, Other.fingerprint])
    expect((there as PromiseRejectedResult).reason.message).toMatch(/last is f32 here and f64 there$/)
    expect(() => ticks.send(tick(1))).toThrow(HandshakeError)
    expect(() => ticks.write(() => {})).toThrow(HandshakeError)
    await expect(wrong.receive()).rejects.toThrow(HandshakeError)
    await expect(
      (async () => {
        for await (const record of wrong) expect(record).toBe('none')
      })(),
    ).rejects.toThrow(HandshakeError)
  })

  test('channel() throws it when the other side was first; messages go on', async () => {
    const [port, other] = pair()
    const ticks = port.channel(Ticker)
    ticks.send(tick(1))
    const messages: unknown[] = []
    other.on('message', (message) => messages.push(message))
    await turn()
    expect(() => other.channel(Other)).toThrow(HandshakeError)
    await expect(ticks.opened).rejects.toThrow(HandshakeError)
    port.postMessage('still here')
    await vi.waitFor(() => expect(messages).toEqual(['still here']))
    await turn()
    expect(port.bufferedAmount).toBe(0)
  })

  test('it is reported where nobody asks', async () => {
    const [port, other] = pair()
    other.channel(Other).opened.catch(() => {})
    const error = await uncaught(() => (port.channel(Ticker).onrecord = () => {}))
    expect(error).toBeInstanceOf(HandshakeError)
  })

  test('fields at the end with defaults are no difference, in either direction', async () => {
    const Newer = channelOf(
      struct({ symbol: string, last: f64, isNew: withDefault(bool, true), tags: optional(list(string)) }),
    )
    const [port, other] = pair()
    const old = port.channel(Ticker)
    const grown = other.channel(Newer)
    old.send(tick(1))
    expect(await grown.receive()).toEqual({ ...tick(1), isNew: true })
    const views: unknown[] = []
    grown.onrecord = ({ last, isNew, tags }) => views.push([last, isNew, tags])
    old.send(tick(2))
    await vi.waitFor(() => expect(views).toEqual([[2, true, undefined]]))
    grown.send({ ...tick(3), isNew: false, tags: ['a'] })
    expect(await old.receive()).toEqual(tick(3))
  })
})

describe('sending', () => {
  test('write() fills one object again and again, and keeps what was set', async () => {
    const [port, other] = pair()
    const Deep = channelOf(struct({ at: struct({ x: f64, y: f64 }), name: string }))
    const places = port.channel(Deep)
    const seen = heard(other.channel(Deep))
    const records = new Set<unknown>()
    places.write((record) => {
      records.add(record)
      record.name = 'here'
      record.at.x = 1
      record.at.y = 2
    })
    places.write((record) => {
      records.add(record)
      record.at.x = 3
    })
    await vi.waitFor(() =>
      expect(seen).toEqual([
        { at: { x: 1, y: 2 }, name: 'here' },
        { at: { x: 3, y: 2 }, name: 'here' },
      ]),
    )
    expect(records.size).toBe(1)
  })

  test('a fill that writes another record spoils neither', async () => {
    const [port, other] = pair()
    const pairs = port.channel(channelOf(struct({ a: f64, b: f64 })))
    const seen = heard(other.channel(channelOf(struct({ a: f64, b: f64 }))))
    for (const n of [1, 2])
      pairs.write((record) => {
        record.a = n
        pairs.write((inner) => {
          expect(inner).not.toBe(record)
          inner.a = inner.b = n * 10
        })
        record.b = n
      })
    await vi.waitFor(() =>
      expect(seen).toEqual([
        { a: 10, b: 10 },
        { a: 1, b: 1 },
        { a: 20, b: 20 },
        { a: 2, b: 2 },
      ]),
    )
  })

  test('a value that does not fit, and a fill that throws, send nothing', async () => {
    const [port, other] = pair()
    const ticks = port.channel(Ticker)
    const seen = heard(other.channel(Ticker))
    expect(() => ticks.send({ symbol: 'A', last: 'no number' as never })).toThrow('Cannot encode last: expected f64')
    expect(() => ticks.write(() => {})).toThrow('Cannot encode last: expected f64, got undefined')
    const thrown = new Error('in fill')
    expect(() =>
      ticks.write(() => {
        throw thrown
      }),
    ).toThrow(thrown)
    expect(() => port.channel(channelOf(f64)).write(() => {})).toThrow(TypeError)
    ticks.send(tick(1))
    await vi.waitFor(() => expect(seen).toEqual([tick(1)]))
  })

  test('back-pressure: trySend() refuses what does not fit, as maxBufferedBytes does, and both let go again', async () => {
    const [port, other] = pair({ capacity: 4096 })
    const ticks = port.channel(Ticker)
    let sent = 0
    while (ticks.trySend(tick(sent))) sent++
    expect(sent).toBeGreaterThan(50)
    const received = other.channel(Ticker)
    for (let last = 0; last < sent; last++) expect(await received.receive()).toEqual(tick(last))
    await port.ready
    expect(ticks.trySend(tick(0))).toBe(true)

    const [bounded, reader] = pair({ maxBufferedBytes: 200 })
    const few = bounded.channel(Ticker)
    bounded.postMessage({ first: 1 })
    expect(() => {
      for (let last = 0; last < 20; last++) few.send(tick(last))
    }).toThrow('raise maxBufferedBytes')
    // The tables of messages are as before: a refused record takes nothing of them back.
    expect(receiveMessageOnPort(reader)).toEqual({ message: { first: 1 } })
    bounded.postMessage({ first: 2 })
    expect(receiveMessageOnPort(reader)).toEqual({ message: { first: 2 } })
  })

  test('a channel is opened whatever the limits say', async () => {
    const [port, other] = pair({ maxBufferedBytes: 16, whenFull: 'throw' })
    const ticks = port.channel(Ticker)
    await expect(other.channel(Ticker).opened).resolves.toBeUndefined()
    await expect(ticks.opened).resolves.toBeUndefined()
  })
})

describe('write() that fails', () => {
  const Order = channelOf(struct({ price: f64, side: struct({ isBuy: bool }), note: optional(string) }))
  type Writable = { price: unknown; side: { isBuy: boolean }; note?: string }

  test.each([
    [
      'its fill throws',
      () => {
        throw new Error('mine')
      },
    ],
    ['its value does not fit', (order: Writable) => void (order.price = 'much')],
  ])('leaves nothing that a later record carries: %s', async (_, failing) => {
    const [port, other] = pair()
    const orders = port.channel(Order)
    const seen = heard(other.channel(Order))
    const write = orders.write.bind(orders) as unknown as (fill: (order: Writable) => void) => void
    write((order) => (Object.assign(order, { price: 1, note: 'old' }).side.isBuy = false))
    const fail = () =>
      write((order) => {
        Object.assign(order, { price: 99, note: 'failed' })
        order.side.isBuy = true
        failing(order)
      })
    expect(fail).toThrow()
    // Not the price of the failed one, nor one that it may not go with.
    expect(() => write(() => {})).toThrow('Cannot encode price: expected f64, got undefined')
    write((order) => {
      expect(order.side).toEqual({})
      Object.assign(order, { price: 2 }).side.isBuy = false
    })
    await turn()
    expect(seen).toEqual([
      { price: 1, side: { isBuy: false }, note: 'old' },
      { price: 2, side: { isBuy: false } },
    ])
  })

  test('a record that was refused for want of room stays in the object, and can be written again', async () => {
    const [port, other] = pair({ capacity: 4096, maxCapacity: 4096, whenFull: 'throw' })
    const counts = port.channel(Counted)
    let written = 0
    counts.write((record) => Object.assign(record, { number: 0, text: 'n'.repeat(500) }))
    const fill = () => counts.write((record) => (record.number = ++written))
    expect(() => {
      for (let tries = 0; tries < 1000; tries++) fill()
    }).toThrow(BufferFullError)
    const seen = heard(other.channel(Counted))
    await turn()
    counts.write(() => {})
    await turn()
    expect(seen.map(({ number }) => number)).toEqual(Array.from({ length: written + 1 }, (_, number) => number))
    expect(seen.at(-1)!.text).toHaveLength(500)
  })
})

describe('opening', () => {
  test('a schema brings the code of typed channels only when it is of channelOf', async () => {
    const [port, other] = pair()
    const Plain = struct({ number: u32 })
    // @ts-expect-error: the compiler refuses it, too.
    expect(() => port.channel(Plain)).toThrow('use channelOf(schema) of @slipring/core/channel')
    expect(() => channelOf({} as never)).toThrow('Cannot make a channel: its first argument is no schema')
    const [sent, received] = [port.channel(channelOf(Plain)), other.channel(channelOf(Plain).with({ checked: false }))]
    sent.send({ number: 7 })
    expect(await received.receive()).toEqual({ number: 7 })
    expect(received.schema.settings.checked).toBe(false)
  })

  test('names are strings, and each is of one channel', () => {
    const [port] = pair()
    port.channel(Ticker, { name: 'x' })
    expect(() => port.channel(Ticker, { name: 'x' })).toThrow('this port has opened it already')
    expect(() => port.channel(Ticker, { name: 5 as never })).toThrow(TypeError)
    expect(() => port.channel({} as never)).toThrow('use channelOf(schema) of @slipring/core/channel')
    expect(() => port.channel(Ticker, 'x' as never)).toThrow('use options, such as { name: "ticks" }')
    expect(() => port.channel(Ticker, null as never)).toThrow(TypeError)
  })

  test('opened waits for the other side', async () => {
    const [port, other] = pair()
    const ticks = port.channel(Ticker)
    let isOpened = false
    const opened = ticks.opened.then(() => (isOpened = true))
    await turn()
    expect(isOpened).toBe(false)
    other.channel(Ticker)
    await opened
  })

  test('opened tells that it was, also when it is asked only after the port is closed', async () => {
    const [port, other] = pair()
    const ticks = port.channel(Ticker)
    other.channel(Ticker)
    await turn()
    port.close()
    await expect(ticks.opened).resolves.toBeUndefined()
  })

  test('delivery "task" gives each record a task of its own', async () => {
    const { port, offer } = createChannel()
    const other = attach(offer, { delivery: 'task' })
    closeAfterTest(port, other)
    const ticks = port.channel(Ticker)
    const between: number[] = []
    let tasks = 0
    const count = (): void => void (tasks++, setImmediate(count).unref())
    other.channel(Ticker).onrecord = () => between.push(tasks)
    await ticks.opened
    count()
    for (let last = 0; last < 20; last++) ticks.send(tick(last))
    await vi.waitFor(() => expect(between.length).toBe(20))
    expect(new Set(between).size).toBeGreaterThan(10)
  })
})

test('types: what is sent, what is received and what a view has follow from the schema', () => {
  const [port] = pair()
  const ticks = (port as NodePort).channel(Ticker)
  expectTypeOf(ticks.send).parameter(0).toEqualTypeOf<{ symbol: string; last: number }>()
  expectTypeOf(ticks.receive).returns.resolves.toEqualTypeOf<{ symbol: string; last: number }>()
  ticks.onrecord = (record) => {
    expectTypeOf(record.last).toEqualTypeOf<number>()
    // @ts-expect-error -- a view is read only
    record.last = 5
  }
  // @ts-expect-error -- a field is missing
  expect(() => ticks.send({ symbol: 'A' })).toThrow('Cannot encode last')
})

test('a message that is refused within a getter of a record leaves no trace in those that follow', async () => {
  const [port, other] = pair({ capacity: 4096, maxCapacity: 1 << 16 })
  const records = port.channel(channelOf(struct({ text: string })))
  const seen: unknown[] = []
  while (port.tryPostMessage('x'.repeat(700)));
  records.send({
    get text() {
      port.tryPostMessage([{ a: 1, b: 2 }, { a: 3, b: 4 }, 'y'.repeat(700)])
      return 'x'.repeat(950)
    },
  })
  port.postMessage([
    { c: 1, d: 2 },
    { c: 3, d: 4 },
  ])
  port.postMessage([{ a: 5, b: 6 }])
  other.on('message', (message) => seen.push(message))
  await vi.waitFor(() => expect(seen.at(-1)).toEqual([{ a: 5, b: 6 }]))
})

describe('the last that is taken when the other side has gone is followed by the end of the port', () => {
  test.each(['at once', 'after it has waited'])('a record, taken %s', async (when) => {
    const [port, other] = pair()
    const [ticks, received] = [port.channel(Ticker), other.channel(Ticker)]
    await received.opened
    await turn()
    if (when !== 'at once') other.on('message', () => {})
    ticks.send(tick(1))
    await turn()
    port.close()
    await turn()
    expect(await received.receive()).toEqual(tick(1))
    expect(await Promise.race([other.closed, turn().then(turn)])).toEqual({ reason: 'peer-closed' })
  })

  test('a native message', async () => {
    const { port1, port2 } = new MessageChannel()
    const other = attach({ slipring: 1, token: '', rings: null, lane: port2 })
    closeAfterTest(other)
    const first = other.receive()
    for (const message of [1, 2]) port1.postMessage(message)
    port1.close()
    expect(await first).toBe(1)
    await turn()
    expect(await other.receive()).toBe(2)
    expect(await Promise.race([other.closed, turn().then(turn)])).toEqual({ reason: 'peer-closed' })
  })

  test('native messages that waited beside a channel', async () => {
    const { port1, port2 } = new MessageChannel()
    const [port, other] = [port1, port2].map((lane) => attach({ slipring: 1, token: '', rings: null, lane })) as [
      NodePort,
      NodePort,
    ]
    closeAfterTest(port, other)
    other.channel(Ticker).onrecord = () => {}
    await turn()
    for (const message of [1, 2, 3]) port.postMessage(message)
    port.close()
    const seen: unknown[] = []
    for await (const message of other) {
      seen.push(message)
      await turn()
    }
    expect(seen).toEqual([1, 2, 3])
    expect((await other.closed).reason).toBe('peer-closed')
  })
})
