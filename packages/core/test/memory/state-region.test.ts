import { describe, expect, test } from 'vitest'
import { HandshakeError } from '../../src/errors.ts'
import {
  CONTROL_LENGTH,
  MAGIC,
  pinOf,
  READERS,
  readerGateOf,
  readerOwnerOf,
  READY,
  SLOT_BYTES,
  VERSION,
} from '../../src/memory/state-layout.ts'
import { createStateRegion, openStateRegion } from '../../src/memory/state-region.ts'

const TWO = { readers: 2, slotBytes: 16 }

describe('createStateRegion()', () => {
  test.each([0, -8, 4, 12, 8.5, NaN, Infinity, 357_913_944])('refuses slots of %s bytes', (slotBytes) => {
    expect(() => createStateRegion({ slotBytes })).toThrow(RangeError)
    expect(() => createStateRegion({ slotBytes })).toThrow(
      `Cannot create slots of ${slotBytes} bytes for 1 readers: use a multiple of 8 from 8 to 357913936`,
    )
  })

  test.each([0, -1, 1.5, NaN, 30])('refuses %s readers', (readers) => {
    expect(() => createStateRegion({ ...TWO, readers })).toThrow(RangeError)
    expect(() => createStateRegion({ ...TWO, readers })).toThrow(
      `Cannot create slots for ${readers} readers: use 1 to 29`,
    )
  })

  test.each([1, 2, 29])('gives every reader of %s words and every slot room of their own', (readers) => {
    const { words, data, buffer } = createStateRegion({ ...TWO, readers })
    const own = Array.from({ length: readers }, (_, i) => [readerGateOf(i), readerOwnerOf(i), pinOf(i)]).flat()
    expect(new Set(own).size).toBe(3 * readers)
    expect(Math.max(...own)).toBeLessThan(words.length)
    expect(data.byteOffset).toBe(words.byteLength)
    expect(data.byteOffset % 128).toBe(0)
    expect(data.byteLength).toBe((readers + 2) * 16)
    expect(buffer.byteLength).toBe(words.byteLength + data.byteLength)
  })
})

test.each([{ slotBytes: 8 }, TWO, { ...TWO, readers: 29 }])('openStateRegion() opens %o', (options) => {
  const made = createStateRegion(options)
  const { readers, slotBytes, data, words } = openStateRegion(made.buffer)
  expect({ readers, slotBytes }).toEqual({ readers: 1, ...options })
  expect([data.byteOffset, data.length, words.length]).toEqual([
    made.data.byteOffset,
    made.data.length,
    made.words.length,
  ])
})

describe('openStateRegion() refuses', () => {
  test.each([undefined, null, 5, 'state', {}, new ArrayBuffer(8192)])('%s, which is no SharedArrayBuffer', (buffer) => {
    expect(() => openStateRegion(buffer)).toThrow(TypeError)
  })

  test('a region that is too small', () => {
    expect(() => openStateRegion(new SharedArrayBuffer(64))).toThrow(HandshakeError)
    expect(() => openStateRegion(new SharedArrayBuffer(64))).toThrow(/has 64 bytes, the smallest has 664/)
  })

  test('memory that was never a state', () => {
    expect(() => openStateRegion(new SharedArrayBuffer(8192))).toThrow(/magic is 0/)
  })

  const foreign: [string, number, number, RegExp][] = [
    ['the magic of a ring', MAGIC, 0x31474e52, /magic/],
    ['an older version', VERSION, 0, /version 0: this side speaks version 2/],
    ['a newer version', VERSION, 3 << 16, /version 3/],
    ['a block that is not complete', READY, 0, /ready flag is 0/],
    ['no readers', READERS, 0, /0 readers, not 1 to 29/],
    ['too many readers', READERS, 30, /30 readers, not 1 to 29/],
    ['readers beyond the block', READERS, 3, /control block length is 896, not 1152/],
    ['another control block', CONTROL_LENGTH, 1024, /control block length is 1024, not 896/],
    ['slots off the grid', SLOT_BYTES, 12, /4 slots of 12 bytes are not the 64/],
    ['slots of no bytes', SLOT_BYTES, 0, /4 slots of 0 bytes are not the 64/],
    ['slots beyond the region', SLOT_BYTES, 24, /4 slots of 24 bytes are not the 64/],
    ['slots of less than the region', SLOT_BYTES, 8, /4 slots of 8 bytes are not the 64/],
    ['slots of negative length', SLOT_BYTES, -16, /4 slots of -16 bytes are not the 64/],
  ]
  test.each(foreign)('%s', (_name, word, value, message) => {
    const { buffer, words } = createStateRegion(TWO)
    Atomics.store(words, word, value)
    expect(() => openStateRegion(buffer)).toThrow(HandshakeError)
    expect(() => openStateRegion(buffer)).toThrow(message)
  })
})
