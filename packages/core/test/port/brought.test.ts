import { expect, test, vi } from 'vitest'
import { channelOf } from '../../src/channel/index.ts'
import { encode } from '../../src/codec/index.ts'
import type { Host, Lane } from '../../src/host.ts'
import { CONTROL_BYTES, RECORD_MESSAGE, RECORD_TYPED } from '../../src/memory/layout.ts'
import { createOffer, openOffer } from '../../src/port/handshake.ts'
import { Port } from '../../src/port/port.ts'
import { Producer } from '../../src/ring/producer.ts'
import { f64, struct } from '../../src/schema/index.ts'
import { stateOf } from '../../src/state/index.ts'
import { eventLoop } from './event-loop.ts'

const reported: unknown[] = []
const host: Host = {
  canBlock: false,
  wakeBy: 'waitAsync',
  ...eventLoop,
  reportError: (error) => reported.push(error),
}
const lane: Lane = { post: () => {}, start: () => {}, close: () => {} }
const Plain = struct({ x: f64 })
const { fingerprint, description } = Plain

/** A port, and the other end of the ring that it reads. */
function reader(): {
  port: Port
  told: unknown[]
  write: (kind: number, bytes: Uint8Array) => boolean
  end: () => void
} {
  const { offer, regions } = createOffer({ capacity: 4096 })
  const port = new Port({ host, lane, regions: openOffer(offer), owner: 2, options: {} })
  const told: unknown[] = []
  port.onmessage = ({ data }: { data: unknown }) => told.push(data)
  port.onmessageerror = ({ data }: { data: unknown }) => told.push((data as Error).message)
  const producer = new Producer(regions.outgoing, 1)
  const bytes = new Uint8Array(regions.outgoing.buffer, CONTROL_BYTES)
  let sequence = 0
  const write = (kind: number, payload: Uint8Array): boolean => {
    const offset = producer.tryClaim(payload.length)
    if (offset < 0) return false
    bytes.set(payload, offset)
    producer.commit(payload.length, kind, sequence++)
    producer.publish()
    return true
  }
  return { port, told, write, end: () => producer.close() }
}

function opening(name: unknown, number: number, ...state: unknown[]): Uint8Array {
  return Uint8Array.from([...encode([name, fingerprint, description, number, ...state]), 0, 0])
}

function record(x: number, number = 1): Uint8Array {
  return Uint8Array.from([...Plain.encode({ x }), number, 0])
}

// The first test: after it this thread knows `channelOf`.
test('a record that no code of the thread can open is told once, and waits until somebody brings that code', async () => {
  const { port, told, write } = reader()
  write(RECORD_TYPED, opening('a', 1))
  write(RECORD_MESSAGE, encode('between'))
  await vi.waitFor(() => expect(told).toEqual(['between']))
  for (const x of [1, 2]) write(RECORD_TYPED, record(x))
  write(RECORD_MESSAGE, encode('behind'))
  await vi.waitFor(() => expect(told).toHaveLength(3))
  expect(told).toContain('behind')
  expect(told).toContainEqual(expect.stringContaining('open the channel by port.channel(channelOf(schema))'))
  port.channel(channelOf(Plain), { name: 'a' }).onrecord = ({ x }) => told.push(x)
  write(RECORD_TYPED, record(3))
  await vi.waitFor(() => expect(told.slice(3)).toEqual([1, 2, 3]))
  port.close()
})

test('nothing is told where the code is there and the channel is opened later', async () => {
  const { port, told, write } = reader()
  write(RECORD_TYPED, opening('a', 1))
  write(RECORD_TYPED, record(1))
  write(RECORD_MESSAGE, encode('behind'))
  await vi.waitFor(() => expect(told).toEqual(['behind']))
  expect(await port.channel(channelOf(Plain), { name: 'a' }).receive()).toEqual({ x: 1 })
  expect(told).toEqual(['behind'])
  port.close()
})

test('openings that nobody reads hold back no room of the ring', async () => {
  const { port, told, write } = reader()
  for (let number = 1; number <= 200; number++) {
    // More than the ring has, if any of them stayed.
    await vi.waitFor(() => expect(write(RECORD_TYPED, opening(`state ${number}`, number, ['', -1, 0]))).toBe(true))
  }
  write(RECORD_MESSAGE, encode('behind'))
  await vi.waitFor(() => expect(told).toEqual(['behind']))
  port.state(stateOf(Plain), { name: 'state 200' })
  expect(port.stats().messagesReceived).toBe(201)
  port.close()
})

test('a record of a channel that was never opened ends the port once somebody brings the code', async () => {
  const { port, told, write } = reader()
  write(RECORD_TYPED, record(1, 9))
  write(RECORD_MESSAGE, encode('behind'))
  await vi.waitFor(() => expect(told).toEqual(['behind']))
  const channel = port.channel(channelOf(Plain))
  expect(await port.closed).toMatchObject({ reason: 'corrupt', error: { name: 'RingCorruptError' } })
  await expect(channel.receive()).rejects.toMatchObject({ name: 'ClosedError', reason: 'corrupt' })
})

test('records of a side that has ended are still there for code that is brought after the end', async () => {
  const { port, told, write, end } = reader()
  write(RECORD_TYPED, opening('a', 1))
  for (const x of [1, 2]) write(RECORD_TYPED, record(x))
  end()
  expect(await port.closed).toEqual({ reason: 'peer-closed' })
  const channel = port.channel(channelOf(Plain), { name: 'a' })
  expect([await channel.receive(), await channel.receive()]).toEqual([{ x: 1 }, { x: 2 }])
  await expect(channel.receive()).rejects.toMatchObject({ name: 'ClosedError' })
  expect(told).toEqual([])
})
