import { receiveIntoSync, receiveMessageOnPort, receiveMessageSync } from '@slipring/worker'
import { describe, expect, test, vi } from 'vitest'
import { pair } from './open-ports.ts'

const MIB = 1 << 20
const EDGE = MIB / 16
/** Every typed array that this platform has. */
const KINDS = Object.getOwnPropertyNames(globalThis).filter((name) =>
  /^(Big)?(Int|Uint|Float)\d+(Clamped)?Array$/.test(name),
)
const large = (length: number, seed = 1): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(length)
  for (let index = 0; index < length; index += 997) bytes[index] = index + seed
  return bytes
}

describe('a large typed array', () => {
  test.each([
    ['of bytes', large(3 * MIB)],
    ['of numbers', new Float64Array(large(3 * MIB).buffer)],
    ['that shows part of its buffer', large(3 * MIB).subarray(5, 100)],
    ['of a class of its own', new (class Block extends Uint8Array<ArrayBuffer> {})(large(3 * MIB).buffer)],
  ])('%s arrives as its structured clone, as it is, in its place in the order', async (_, message) => {
    const [port, other] = pair()
    const heard: unknown[] = []
    other.on('message', (value) => heard.push(value))
    for (const each of ['before', message, 'after']) port.postMessage(each)
    expect(port.stats()).toMatchObject({ spills: 1, growths: 0, messagesSent: 3 })
    expect(port.bufferedAmount).toBeGreaterThan(3 * MIB)
    await vi.waitFor(() => expect(heard.length).toBe(3))
    const clone = structuredClone(message)
    const arrived = heard[1] as typeof message
    expect([heard[0], heard[2]]).toEqual(['before', 'after'])
    expect(Object.getPrototypeOf(arrived)).toBe(Object.getPrototypeOf(clone))
    expect([arrived.byteOffset, arrived.length]).toEqual([clone.byteOffset, clone.length])
    expect(Buffer.compare(new Uint8Array(arrived.buffer), new Uint8Array(clone.buffer))).toBe(0)
    expect(other.stats().bytesReceived).toBe(port.stats().bytesSent)
    await vi.waitFor(() => expect(port.bufferedAmount).toBe(0))
  })

  test.each(KINDS)('of kind %s, at a place in its buffer', async (name) => {
    const Kind = (globalThis as unknown as Record<string, Uint16ArrayConstructor>)[name]!
    const [port, other] = pair()
    const message = new Kind(large(MIB).buffer, 64, 1000)
    port.postMessage(message)
    expect(port.stats().spills).toBe(1)
    const arrived = (await other.receive()) as typeof message
    expect(arrived).toEqual(structuredClone(message))
    expect(arrived).toBeInstanceOf(Kind)
    expect([arrived.byteOffset, arrived.length, arrived.buffer.byteLength]).toEqual([64, 1000, MIB])
  })

  test('stays with the sender, and later writes to it are not sent', async () => {
    const [port, other] = pair()
    const message = large(MIB)
    for (const seed of [1, 2, 3]) {
      message.fill(seed)
      port.postMessage(message)
    }
    message.fill(9)
    expect([message.length, message[5]]).toEqual([MIB, 9])
    for (const seed of [1, 2, 3]) expect(await other.receive()).toEqual(new Uint8Array(MIB).fill(seed))
  })

  test('of memory that may be resized, or is shared, arrives so', async () => {
    const [port, other] = pair()
    const resizable = new ArrayBuffer(MIB, { maxByteLength: 2 * MIB })
    port.postMessage(new Uint8Array(resizable))
    const arrived = (await other.receive()) as Uint8Array<ArrayBuffer>
    expect([arrived.buffer.resizable, arrived.buffer.maxByteLength, arrived.length]).toEqual([true, 2 * MIB, MIB])
    const shared = new Uint8Array(new SharedArrayBuffer(MIB))
    port.postMessage(shared)
    const view = (await other.receive()) as Uint8Array
    view[7] = 77
    expect(shared[7]).toBe(77)
  })

  test('goes through the ring once the receiver has asked for bytes in a buffer of its own', async () => {
    const [port, other] = pair({ capacity: 16 * MIB })
    const target = new Uint8Array(3 * MIB)
    port.postMessage(large(3 * MIB, 1))
    expect(await other.receiveInto(target)).toBe(3 * MIB)
    expect(port.stats().spills).toBe(1)
    for (const seed of [2, 3, 4, 5, 6, 7]) {
      port.postMessage(large(3 * MIB, seed))
      expect(await other.receiveInto(target)).toBe(3 * MIB)
      expect(Buffer.compare(target, large(3 * MIB, seed))).toBe(0)
    }
    expect(port.stats()).toMatchObject({ spills: 1, growths: 0 })
  })

  test('is taken in every other way as well', async () => {
    const [port, other] = pair()
    const target = new Uint8Array(3 * MIB)
    for (const seed of [1, 2, 3, 4, 5]) port.postMessage(large(3 * MIB, seed))
    expect(await other.receive()).toEqual(large(3 * MIB, 1))
    expect(receiveMessageOnPort(other)).toEqual({ message: large(3 * MIB, 2) })
    expect(receiveMessageSync(other)).toEqual({ message: large(3 * MIB, 3) })
    expect(await other.receiveInto(target)).toBe(3 * MIB)
    expect(Buffer.compare(target, large(3 * MIB, 4))).toBe(0)
    expect(receiveIntoSync(other, target)).toBe(3 * MIB)
    expect(Buffer.compare(target, large(3 * MIB, 5))).toBe(0)
  })

  test.each([
    ['below the edge', EDGE - 1, 0],
    ['at the edge', EDGE, 1],
  ])('%s of 64 KiB: %i bytes, %i by the native port', async (_, length, spills) => {
    const [port, other] = pair()
    port.postMessage(large(length))
    expect(port.stats().spills).toBe(spills)
    expect(await other.receive()).toEqual(large(length))
  })

  test('that is transferred is transferred, and one that is detached is refused: nothing is sent', async () => {
    const [port, other] = pair()
    const message = large(3 * MIB)
    port.postMessage(message, [message.buffer])
    expect(message.length).toBe(0)
    expect(() => port.postMessage(message)).toThrow(expect.objectContaining({ name: 'DataCloneError' }))
    port.postMessage('next')
    expect(await other.receive()).toEqual(large(3 * MIB))
    expect(await other.receive()).toBe('next')
    expect(port.stats().messagesSent).toBe(2)
  })

  test.each([{ maxBufferedBytes: 64 * MIB }, { whenFull: 'throw' }] as const)(
    'takes the ring where that is limited: %o',
    async (options) => {
      const [port, other] = pair({ capacity: 16 * MIB, ...options })
      port.postMessage(large(3 * MIB))
      expect(port.stats().spills).toBe(0)
      expect(await other.receive()).toEqual(large(3 * MIB))
      expect(port.tryPostMessage(large(3 * MIB, 2))).toBe(true)
      expect(await other.receive()).toEqual(large(3 * MIB, 2))
    },
  )
})

test('postBytes() of more than the native port carries in one piece is refused, and nothing is sent', () => {
  const [port, other] = pair()
  expect(() => port.postBytes(2 ** 32, () => {})).toThrow(
    new RangeError('Cannot post 4294967296 bytes: a message has 4294967295 at most, post several'),
  )
  port.postMessage('after')
  expect(receiveMessageOnPort(other)).toEqual({ message: 'after' })
})
