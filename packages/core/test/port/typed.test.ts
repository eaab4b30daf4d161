import { describe, expect, test, vi } from 'vitest'
import { encode } from '../../src/codec/index.ts'
import type { Host, Lane, LaneListener } from '../../src/host.ts'
import { CONTROL_BYTES, RECORD_TYPED } from '../../src/memory/layout.ts'
import { createOffer, openOffer } from '../../src/port/handshake.ts'
import { Port } from '../../src/port/port.ts'
import { Producer } from '../../src/ring/producer.ts'
import { channelOf } from '../../src/channel/index.ts'
import { enums, f64, string, struct } from '../../src/schema/index.ts'
import { eventLoop } from './event-loop.ts'

const reported: unknown[] = []
const host: Host = {
  canBlock: false,
  wakeBy: 'waitAsync',
  ...eventLoop,
  reportError: (error) => reported.push(error),
}

/** A lane whose messages arrive when the test says so; `peer` gets them at once. */
class PairedLane implements Lane {
  peer: PairedLane | undefined
  listener: LaneListener | undefined
  readonly early: unknown[] = []

  /** Nobody listens over there yet, and the platform keeps nothing, as in a browser. */
  isDropping = false

  post(message: unknown, transfer: readonly object[] = []): void {
    if (this.isDropping) return
    const clone = structuredClone(message, { transfer: transfer as never })
    if (this.peer!.listener === undefined) this.peer!.early.push(clone)
    else setImmediate(() => this.peer!.listener!.onMessage(clone))
  }

  start(listener: LaneListener): void {
    this.listener = listener
    for (const message of this.early.splice(0)) setImmediate(() => listener.onMessage(message))
  }

  close(): void {}
}

const Side = channelOf(struct({ side: enums('buy', 'sell'), note: string }))

/** A port, and the hostile end of the ring that it reads. */
function victim(): { port: Port; attack: (...records: (readonly number[] | Uint8Array)[]) => void } {
  const { offer, regions } = createOffer({ capacity: 4096 })
  const lane = new PairedLane()
  lane.peer = new PairedLane()
  const port = new Port({ host, lane, regions: openOffer(offer), owner: 2, options: {} })
  const producer = new Producer(regions.outgoing, 1)
  const bytes = new Uint8Array(regions.outgoing.buffer, CONTROL_BYTES)
  let sequence = 0
  const attack = (...records: (readonly number[] | Uint8Array)[]): void => {
    for (const record of records) {
      const offset = producer.tryClaim(record.length)
      bytes.set(record, offset)
      producer.commit(record.length, RECORD_TYPED, sequence++)
    }
    producer.publish()
  }
  return { port, attack }
}

function opening(
  name: unknown,
  { fingerprint, description }: { fingerprint: unknown; description: unknown },
  number: unknown = 1,
): Uint8Array {
  return Uint8Array.from([...encode([name, fingerprint, description, number]), 0, 0])
}

describe('a hostile other side ends the port', () => {
  test.each([
    ['a record of a channel that was never opened', [[1, 2, 3, 9, 0]], 'channel is 9'],
    ['a record without room for a number', [[1]], 'length is 1'],
    ['an opening that is no message', [[0xff, 0, 0, 0]], 'flags'],
    ['an opening of something else', [Uint8Array.from([...encode('x'), 0, 0])], 'opening'],
    ['a name that is no name', [opening({}, Side)], 'opening'],
    ['a fingerprint that is none', [opening('a', { fingerprint: 0.5, description: '' })], 'opening'],
    ['a number that is none', [opening('a', Side, 0)], 'opening'],
    ['a number beyond all', [opening('a', Side, 0x10000)], 'opening'],
    ['a state that is none', [Uint8Array.from([...encode(['a', 1, '', 1, 'x']), 0, 0])], 'opening'],
    ['a state without a place', [Uint8Array.from([...encode(['a', 1, '', 1, ['id', 0.5, 0]]), 0, 0])], 'opening'],
    ['two channels of one name', [opening('a', Side), opening('a', Side, 2)], 'second channel of the name'],
    ['two channels of one number', [opening('a', Side), opening('b', Side)], 'second channel of that number'],
    ['a channel said again and again', Array.from({ length: 18 }, () => opening('a', Side)), 'said again'],
  ])('%s', async (_, records, message) => {
    const { port, attack } = victim()
    port.channel(Side)
    attack(...records)
    const { reason, error } = await port.closed
    expect(reason).toBe('corrupt')
    expect((error as Error).message).toContain(message)
  })

  test.each([
    ['receive()', (channel: any) => channel.receive()],
    ['a listener that looks at what is spoiled', (channel: any) => (channel.onrecord = (record: any) => record.note)],
    ['a listener that copies', (channel: any) => (channel.onrecord = (record: any) => record.copy())],
  ])('a record that is no value of the schema, for %s', async (_, ask) => {
    const { port, attack } = victim()
    const channel = port.channel(Side, { name: 'a' })
    Promise.resolve(ask(channel)).catch(() => {})
    // A side that nobody knows, and a note of 200 characters that are not there.
    attack(opening('a', Side), [9, 200, 65, 1, 0])
    const { reason, error } = await port.closed
    expect(reason).toBe('corrupt')
    expect((error as Error).name).toBe('DecodeError')
    expect(reported).toEqual([])
    await expect(channel.receive()).rejects.toMatchObject({ name: 'ClosedError', reason: 'corrupt' })
  })

  test('but what a listener throws of its own is reported, also when it is a DecodeError', async () => {
    const { port, attack } = victim()
    const channel = port.channel(Side, { name: 'a' })
    const seen: unknown[] = []
    channel.onrecord = ({ note }) => {
      seen.push(note)
      Side.decode(new Uint8Array(1))
    }
    attack(opening('a', Side), [0, 1, 65, 1, 0])
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(seen).toEqual(['A'])
    expect(reported.splice(0)).toMatchObject([{ name: 'DecodeError' }])
    port.close()
    expect(await port.closed).toEqual({ reason: 'closed' })
  })

  test('the view of the last record has ended when a mismatch is told', async () => {
    const { port, attack } = victim()
    const seen: unknown[] = []
    let kept: { readonly note: string } | undefined
    port.channel(Side, { name: 'a' }).onrecord = (record) => {
      seen.push(record.note)
      kept = record
    }
    port.channel(Side, { name: 'b' })
    const reports = vi.spyOn(host, 'reportError').mockImplementation((error) => {
      seen.push((error as Error).name)
      expect(() => kept!.note).toThrow('has been released')
      seen.push('released')
    })
    const mismatch = opening('b', { fingerprint: 1, description: 'f64' }, 2)
    // The first row is of one record.
    attack(opening('a', Side), [0, 0, 1, 0], [0, 1, 65, 1, 0], mismatch, [0, 1, 66, 1, 0])
    await vi.waitFor(() => expect(seen).toEqual(['', 'A', 'B', 'HandshakeError', 'released']))
    reports.mockRestore()
    port.close()
  })

  test('a handler of a mismatch may ask for a message, also where errors are reported at once', async () => {
    const { port, attack } = victim()
    port.channel(Side, { name: 'a' })
    const asked: unknown[] = []
    const reports = vi.spyOn(host, 'reportError').mockImplementation(() => {
      asked.push(port.takeMessage())
      port.receive().catch((error) => asked.push(error.name))
    })
    port.start()
    attack(opening('a', { fingerprint: 1, description: 'another' }))
    await vi.waitFor(() => expect(asked).toEqual([undefined]))
    reports.mockRestore()
    port.close()
    expect(await port.closed).toEqual({ reason: 'closed' })
    expect(asked).toEqual([undefined, 'ClosedError'])
  })

  test('a schema that is no schema is a mismatch, of that channel alone', async () => {
    const { port, attack } = victim()
    const channel = port.channel(Side, { name: 'a' })
    const opened = channel.opened
    attack(opening('a', { fingerprint: 1, description: 'struct{"a":'.repeat(80) }))
    await expect(opened).rejects.toMatchObject({ name: 'HandshakeError' })
    port.close()
    expect(await port.closed).toEqual({ reason: 'closed' })
  })
})

/** Both ends of a channel that has no shared memory. */
function pairWithout(hostOfOther = host) {
  const [lane, otherLane] = [new PairedLane(), new PairedLane()]
  lane.peer = otherLane
  otherLane.peer = lane
  const port = new Port({ host, lane, regions: undefined, owner: 1, options: {} })
  const other = new Port({ host: hostOfOther, lane: otherLane, regions: undefined, owner: 2, options: {} })
  return { port, other, otherLane }
}

describe('without shared memory', () => {
  const Point = channelOf(struct({ x: f64 }))

  test('the same calls work over native messages, in order with the port’s own', async () => {
    const { port, other } = pairWithout()
    const points = port.channel(Point)
    const received = other.channel(Point)
    const seen: unknown[] = []
    points.send({ x: 1 })
    port.postMessage('between')
    points.write((record) => (record.x = 2))
    expect(await received.receive()).toEqual({ x: 1 })
    received.onrecord = (record) => seen.push(record.copy())
    other.onmessage = ({ data }: { data: unknown }) => seen.push(data)
    points.send({ x: 3 })
    await vi.waitFor(() => expect(seen).toHaveLength(3))
    // Asked for later, the message is behind what was asked for first.
    expect(seen.filter((value) => value !== 'between')).toEqual([{ x: 2 }, { x: 3 }])
    expect(seen).toContain('between')
    await expect(points.opened).resolves.toBeUndefined()
    const wrong = port.channel(Point, { name: 'b' })
    expect(() => other.channel(channelOf(struct({ x: string })), { name: 'b' })).not.toThrow()
    await expect(wrong.opened).rejects.toThrow('x is f64 here and string there')
  })

  test('records of a channel without a listener come to a later request, in their order and before later records', async () => {
    const { port, other, otherLane } = pairWithout()
    const seen: unknown[] = []
    other.onmessage = ({ data }: { data: unknown }) => seen.push(data)
    const sent = [port.channel(Point), port.channel(Point)]
    for (let x = 0; x < 6; x++) sent[x % 2]!.send({ x })
    port.postMessage('first')
    await vi.waitFor(() => expect(seen).toEqual(['first']))
    const received = sent.map(() => other.channel(Point))
    for (const channel of received) channel.onrecord = ({ x }) => seen.push(x)
    // Before the task in which they are looked for.
    otherLane.listener!.onMessage('after')
    await vi.waitFor(() => expect(seen).toEqual(['first', 0, 1, 2, 3, 4, 5, 'after']))
    received[0]!.onrecord = null
    for (let x = 6; x < 10; x++) sent[x % 2]!.send({ x })
    await vi.waitFor(() => expect(seen.slice(8)).toEqual([7, 9]))
    received[0]!.onrecord = ({ x }) => {
      seen.push(x)
      other.close()
    }
    await vi.waitFor(() => expect(seen.slice(10)).toEqual([6]))
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(seen.slice(10)).toEqual([6])
  })

  test('a loop that lets the event loop have its turn goes on with the records that wait beside what is listened to', async () => {
    let ms = 0
    const { port, other } = pairWithout({ ...host, now: () => (ms += 10) })
    const [sent, received] = [port.channel(Point), other.channel(Point)]
    const arrived = new Promise((resolve) => (other.onmessage = resolve))
    for (let x = 0; x < 100; x++) sent.send({ x })
    port.postMessage('all')
    await arrived
    let next = 0
    for await (const { x } of received) {
      expect(x).toBe(next++)
      if (next === 100) break
    }
    expect(next).toBe(100)
  })

  test('a call that takes messages calls no listener for the records before them: those come afterwards', async () => {
    const { port, other } = pairWithout()
    const [sent, received] = [port.channel(Point), other.channel(Point)]
    await received.opened
    sent.send({ x: 1 })
    port.postMessage('message')
    sent.send({ x: 2 })
    await new Promise((resolve) => setTimeout(resolve, 5))
    const seen: unknown[] = []
    received.onrecord = ({ x }) => seen.push(x)
    const asked = other.receive()
    expect(seen).toEqual([])
    expect(await asked).toBe('message')
    await vi.waitFor(() => expect(seen).toEqual([1, 2]))
  })

  test('a message that waits for a listener beside a channel keeps the ports that came with it', async () => {
    const lane = new PairedLane()
    lane.peer = new PairedLane()
    const port = new Port({ host, lane, regions: undefined, owner: 1, options: {} })
    port.channel(Point).onrecord = () => {}
    await vi.waitFor(() => expect(lane.listener).toBeDefined())
    const transferred = {}
    await new Promise((resolve) => setTimeout(resolve, 5))
    lane.listener!.onMessage('with a port', [transferred])
    const seen: unknown[] = []
    port.onmessage = ({ data, ports }) => seen.push(data, ...ports)
    await vi.waitFor(() => expect(seen).toEqual(['with a port', transferred]))
  })
})

/** A port that gets its shared memory later, as that to a worker in a browser. */
class LatePort extends Port {
  adoptLate(...regions: Parameters<Port['adopt']>): void {
    this.adopt(...regions)
  }
}

// Their numbers were their places among the openings that had come: records went to another channel's listener.
describe.each(['shared', 'copied'])('openings that were dropped before anybody listened, mode %s', (mode) => {
  const Price = channelOf(struct({ price: f64 }))
  const Size = channelOf(struct({ size: f64 }))

  test('are said again: each record comes to its channel', async () => {
    const { offer, regions } = createOffer({ capacity: 4096 }, 'incoming')
    const [lane, lateLane] = [new PairedLane(), new PairedLane()]
    lane.peer = lateLane
    lateLane.peer = lane
    const page = new LatePort({ host, lane, regions: undefined, owner: 2, options: {} })
    lane.isDropping = true
    const prices = page.channel(Price, { name: 'prices' })
    prices.send({ price: 41 })
    lane.isDropping = false
    // On its way while the worker begins to listen, but after its opening was dropped.
    prices.send({ price: 41.5 })
    const worker = new LatePort({ host, lane: lateLane, regions: undefined, owner: 1, options: {} })
    const seen: unknown[] = []
    worker.channel(Price, { name: 'prices' }).onrecord = (record) => seen.push(record.copy())
    worker.channel(Size, { name: 'sizes' }).onrecord = (record) => seen.push(record.copy())
    if (mode === 'shared') {
      worker.adoptLate(regions)
      page.adoptLate(openOffer(offer)!)
    }
    const sizes = page.channel(Size, { name: 'sizes' })
    await Promise.all([prices.opened, sizes.opened])
    prices.send({ price: 42 })
    sizes.send({ size: 1 })
    await vi.waitFor(() => expect(seen).toEqual([{ price: 42 }, { size: 1 }]))
    expect([page.mode, worker.mode]).toEqual([mode, mode])
    page.close()
    worker.close()
  })
})

test('a port ends although a wait is given up in the moment in which the other side is found dead', async () => {
  const { offer } = createOffer({ capacity: 4096 })
  const lane = new PairedLane()
  lane.peer = new PairedLane()
  const port = new Port({ host, lane, regions: openOffer(offer), owner: 2, options: {} })
  const abort = new AbortController()
  const waiting = port.receive({ signal: abort.signal })
  await new Promise((resolve) => setTimeout(resolve, 10))
  lane.listener!.onClose(true)
  abort.abort()
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  expect(await port.closed).toEqual({ reason: 'peer-died' })
})
