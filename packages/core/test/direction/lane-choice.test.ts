import { describe, expect, test, vi } from 'vitest'
import { Encoder, freshSpan } from '../../src/codec/index.ts'
import { CloneLane } from '../../src/direction/clone-lane.ts'
import { LaneChoice } from '../../src/direction/lane-choice.ts'
import { type Envelope, LARGE } from '../../src/direction/out-of-band.ts'
import { Parcels } from '../../src/direction/parcels.ts'
import { Receiver } from '../../src/direction/receiver.ts'
import { Sender } from '../../src/direction/sender.ts'
import type { SenderOptions } from '../../src/direction/sender-options.ts'
import { isStatus } from '../../src/direction/status.ts'
import { createRegion } from '../../src/memory/region.ts'
import { registryOf } from '../../src/codec/registry.ts'

const MANY = 2000

const nothing = (): void => {}
const text = (id: number): string => `${id}: `.padEnd(800, 'lorem ipsum ')
const textsOf = (id: number): string[] => Array.from({ length: 100 }, (_, index) => text(id + index))
const documents = (id: number): object => ({ id, documents: textsOf(id) })
const rows = (id: number): object => ({ id, documents: Array.from({ length: 4000 }, (_, x) => ({ x, y: x / 7, id })) })
const longText = (id: number): string => `${id} é`.padEnd(100_000, 'lorem ipsum ')
/** As in Bun. */
class TextLane extends CloneLane {
  trySend(value: unknown): boolean {
    const isLong = typeof value === 'string' && value.length > LARGE
    if (isLong) this.clone(value, value.length)
    return isLong
  }
  learn(): void {}
}
/** The message itself does not show how large they are. */
const inner = (id: number): object => ({ id, body: documents(id) })

/** A direction whose lane clones as the platform does, and brings what was posted when it is asked for. */
function direction(options: Partial<SenderOptions> = {}) {
  const region = createRegion({ capacity: 1 << 20 })
  const onLane: unknown[] = []
  const lane = { post: (message: unknown): void => void onLane.push(structuredClone(message)) }
  const poll = (): { message: unknown } | undefined =>
    onLane.length === 0 ? undefined : { message: onLane.shift() as Envelope }
  const receiver = new Receiver({
    region,
    lane: { post: nothing, poll },
    token: 'token',
    owner: 2,
    onRing: nothing,
    onForeign: nothing,
  })
  const sender = new Sender({
    region,
    lane: lane as never,
    token: 'token',
    owner: 1,
    maxCapacity: 1 << 24,
    unwrapped: 0,
    whenFull: 'buffer',
    highWaterMark: 0,
    maxBufferedBytes: Infinity,
    isPeerGone: undefined,
    chooseLane: (target) => new LaneChoice(target),
    ...options,
  })
  const receive = (): unknown[] => {
    const values: unknown[] = []
    for (let value = receiver.next(); !isStatus(value); value = receiver.next()) values.push(value)
    receiver.publishRelease()
    return values
  }
  /** Sends them, each received at once, and gives how many took the lane. */
  const spillsOf = (values: readonly unknown[]): number => {
    const { spills } = sender.lane
    for (const value of values) {
      sender.send(value, undefined)
      expect(receive()).toEqual([value])
    }
    return sender.lane.spills - spills
  }
  return { sender, receiver, receive, spillsOf }
}

const numbered = <T>(count: number, make: (id: number) => T): T[] => Array.from({ length: count }, (_, id) => make(id))

describe('messages that the platform carries faster', () => {
  test('go by the lane after one with the same keys was mostly long texts', () => {
    expect(direction().spillsOf(numbered(20, documents))).toBe(19)
  })

  test.each<[string, (id: number) => unknown]>([
    ['arrays of long texts', textsOf],
    ['memory beside something else', (id) => ({ id, data: new Uint8Array(200_000) })],
    ['long texts that are no Latin-1', (id) => [`${id} ж`.repeat(20_000)]],
  ])('may be %s', (_, make) => {
    expect(direction().spillsOf(numbered(20, make))).toBe(19)
  })

  test.each<[string, (id: number) => unknown]>([
    ['rows', rows],
    ['small', (id) => ({ id, documents: [text(id)] })],
    ['short texts', (id) => ({ id, documents: Array.from({ length: 2000 }, () => `${id}`.padEnd(60, '-')) })],
    ['little memory', (id) => ({ id, data: [new Uint8Array(50_000), new Uint8Array(50_000)] })],
    ['one text', (id) => text(id).repeat(200)],
    ['of a class of the platform', (id) => new Map([[id, textsOf(id)]])],
    ['dictionaries', (id) => Object.fromEntries(textsOf(id).map((value, key) => [`${id} ${key}`, value]))],
  ])('are not those that are %s', (_, make) => {
    expect(direction().spillsOf(numbered(20, make))).toBe(0)
  })

  test('may be texts alone: nothing but the text is cloned then, and its characters are counted on both sides', () => {
    const onLane = vi.spyOn(globalThis, 'structuredClone')
    const { sender, spillsOf } = direction({ chooseLane: (lane) => new TextLane(lane, Infinity) })
    expect(spillsOf(numbered(5, (id) => (id % 2 === 0 ? longText(id) : text(id))))).toBe(2)
    // Bun shares no characters of an array that holds other objects.
    for (const [envelope] of onLane.mock.calls)
      expect((envelope as unknown[]).filter((part) => typeof part === 'object')).toEqual([])
    expect(sender.lookAtBuffered()).toBe(0)
    onLane.mockRestore()
  })

  test('are encoded again now and then, to see whether that still holds', () => {
    const { spillsOf } = direction()
    const sent = spillsOf(numbered(MANY, documents))
    expect(sent).toBeGreaterThan(MANY - 10)
    expect(sent).toBeLessThan(MANY - 2)
  })

  test('take the ring again when they have become something else', () => {
    const { spillsOf } = direction()
    spillsOf(numbered(2, inner))
    spillsOf(numbered(MANY, (id) => ({ id, body: { rows: [] } })))
    expect(spillsOf(numbered(20, (id) => ({ id, body: rows(id) })))).toBe(0)
  })

  test('are told from small ones with the same keys where the message itself shows its size', () => {
    const { spillsOf } = direction()
    const mixed = numbered(400, (id) => (id % 10 === 0 ? documents(id) : { id, documents: [] }))
    expect(spillsOf(mixed)).toBe(39)
  })

  test('take the ring where it does not, and small ones with the same keys come by turns', () => {
    const { spillsOf } = direction()
    const mixed = numbered(MANY, (id) => (id % 2 === 0 ? inner(id) : { id, body: {} }))
    spillsOf(mixed)
    expect(spillsOf(mixed)).toBe(0)
  })

  test('keep their order with those of the ring', () => {
    const { sender, receive } = direction()
    const values = numbered(50, (id) => (id % 3 === 0 ? { id } : documents(id)))
    for (const value of values) sender.send(value, undefined)
    expect(sender.lane.spills).toBeGreaterThan(20)
    expect(receive()).toEqual(values)
  })

  test('count as buffered until they are taken, as many bytes as the last of their kind lets expect', () => {
    const { sender, receiver, receive } = direction()
    const twice = { id: 1, documents: [...textsOf(1), ...textsOf(2)] }
    sender.send(documents(0), undefined)
    const bytes = sender.lookAtBuffered()
    receive()
    sender.send(twice, undefined)
    expect(sender.lane.spills).toBe(1)
    expect(Math.abs(sender.lookAtBuffered() - bytes * 2)).toBeLessThan(64)
    expect(receive()).toEqual([twice])
    expect(sender.lookAtBuffered()).toBe(0)
    expect(receiver.bytes).toBe(sender.order.bytes)
  })

  test('run each getter once, and what it posts arrives', () => {
    const { sender, receive } = direction()
    const getter = vi.fn<() => number>(() => {
      sender.send('posted by a getter', undefined)
      return 1
    })
    for (let id = 0; id < 2; id++) sender.send(documents(id), undefined)
    const value = Object.defineProperty({ id: 0, documents: textsOf(1) }, 'id', { get: getter, enumerable: true })
    sender.send(value, undefined)
    expect(getter).toHaveBeenCalledOnce()
    expect(sender.lane.spills).toBe(3)
    const received = receive()
    expect(received.length).toBe(4)
    expect(received).toContain('posted by a getter')
    expect(received.filter((message) => (message as { id?: number }).id === 1).length).toBe(2)
  })

  test('are refused by the platform, and the next is sent', () => {
    const { sender, spillsOf } = direction()
    spillsOf(numbered(2, documents))
    expect(() => sender.send({ id: 2, documents: [text(2), nothing] }, undefined)).toThrow(
      expect.objectContaining({ name: 'DataCloneError' }),
    )
    expect(spillsOf(numbered(3, documents))).toBe(3)
  })

  test('are not asked for by the traps of a Proxy', () => {
    const { sender, spillsOf } = direction()
    spillsOf(numbered(2, documents))
    const trap = vi.fn<() => never>(() => {
      throw new Error('a trap has run')
    })
    const proxy = new Proxy({}, { ownKeys: trap, getOwnPropertyDescriptor: trap, has: trap, get: trap })
    expect(() => sender.send(proxy, undefined)).toThrow(expect.objectContaining({ name: 'DataCloneError' }))
    expect(trap).not.toHaveBeenCalled()
  })

  // A list of the elements of 3 MiB took a second for each message.
  test('are never found by a list of the elements of a typed array', () => {
    const listed = vi.spyOn(Object, 'keys')
    const choice = new LaneChoice({ post: nothing } as never)
    choice.learn(new Uint8Array(LARGE), LARGE, LARGE)
    const lists = listed.mock.calls.length
    listed.mockRestore()
    expect(lists).toBe(0)
  })
})

class Own {
  readonly id = 1
}

describe('the ring carries all of them', () => {
  test.each<[string, Partial<SenderOptions>]>([
    ['where the platform is not known to be faster', { chooseLane: undefined }],
    ['where bytes are limited', { maxBufferedBytes: 1 << 20 }],
    ['where a sender may have to wait', { whenFull: 'block' }],
    [
      'where classes of the program are carried',
      {
        parcels: new Parcels(
          registryOf({ classes: [{ type: Own, name: 'Own', to: () => undefined, from: () => new Own() }] }),
        ),
      },
    ],
  ])('%s', (_, options) => {
    expect(direction(options).spillsOf(numbered(20, documents))).toBe(0)
  })

  test('that may be refused', () => {
    const { sender, receive } = direction()
    for (let id = 0; id < 20; id++) {
      expect(sender.send(documents(id), undefined, true)).toBe(true)
      expect(receive()).toEqual([documents(id)])
    }
    expect(sender.lane.spills).toBe(0)
  })
})

test('a choice knows of the last few kinds of messages alone', () => {
  const posted: unknown[] = []
  const choice = new LaneChoice({ home: new Int32Array(0), post: (_, value) => void posted.push(value) })
  for (let kind = 0; kind < MANY; kind++) choice.learn({ [`key ${kind}`]: 1 }, LARGE * 2, LARGE * 2)
  const last = { [`key ${MANY - 1}`]: 2 }
  expect(choice.trySend(last)).toBe(true)
  expect(choice.trySend({ 'key 0': 2 })).toBe(false)
  expect(posted).toEqual([last])
})

test('an encoder tells how much of a message is long texts and memory', () => {
  const encoder = new Encoder()
  const copiedOf = (value: unknown): number => {
    encoder.encode(value, freshSpan(1 << 20), 0, 1 << 20)
    return encoder.copiedBytes
  }
  expect(copiedOf([text(1), 'short', new Uint8Array(1000), new Uint8Array(200_000)])).toBe(200_800)
  expect(copiedOf({ x: 1, name: 'a name of some forty characters or less' })).toBe(0)
})
