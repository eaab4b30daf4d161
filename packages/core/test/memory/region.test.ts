import { describe, expect, test } from 'vitest'
import { HandshakeError } from '../../src/errors.ts'
import { CAPACITY, CONTROL_BYTES, MAGIC, MAX_PAYLOAD, READY, VERSION } from '../../src/memory/layout.ts'
import { createRegion, openRegion } from '../../src/memory/region.ts'

test.each([0, -4096, 1, 2048, 4097, 5000, 6144, 2 ** 31, 2 ** 40, NaN, Infinity, 4096.5])(
  'createRegion() refuses a capacity of %s with a RangeError',
  (capacity) => {
    expect(() => createRegion({ capacity })).toThrow(RangeError)
    expect(() => createRegion({ capacity })).toThrow(`Cannot use a capacity of ${capacity}`)
  },
)

test('createRegion() refuses a start position off the grid', () => {
  expect(() => createRegion({ capacity: 4096, startPosition: 4 })).toThrow(RangeError)
})

test('openRegion() opens what createRegion() made', () => {
  const { buffer } = createRegion({ capacity: 8192 })
  expect(openRegion(buffer)).toMatchObject({ capacity: 8192, maxPayload: 2040 })
})

describe('openRegion() refuses', () => {
  test.each([undefined, null, 5, 'ring', {}, new ArrayBuffer(8192)])('%s, which is no SharedArrayBuffer', (buffer) => {
    expect(() => openRegion(buffer)).toThrow(TypeError)
  })

  test('a region that is too small', () => {
    expect(() => openRegion(new SharedArrayBuffer(64))).toThrow(HandshakeError)
    expect(() => openRegion(new SharedArrayBuffer(64))).toThrow(/has 64 bytes, the smallest has 5120/)
  })

  test('memory that was never a ring', () => {
    expect(() => openRegion(new SharedArrayBuffer(8192))).toThrow(/magic is 0/)
  })

  const foreign: [string, number, number, RegExp][] = [
    ['another magic', MAGIC, 0x12345678, /magic/],
    ['an older version', VERSION, 0, /version 0: this side speaks version 1/],
    ['a newer version', VERSION, 2 << 16, /version 2/],
    ['a block that is not complete', READY, 0, /ready flag is 0/],
    ['a capacity that is no power of two', CAPACITY, 5000, /capacity 5000/],
    ['a capacity that is not the buffer’s', CAPACITY, 16384, /capacity 16384/],
    ['another largest payload', MAX_PAYLOAD, 99, /largest payload is 99/],
  ]
  test.each(foreign)('%s', (_name, word, value, message) => {
    const { buffer, words } = createRegion({ capacity: 8192 })
    Atomics.store(words, word, value)
    expect(() => openRegion(buffer)).toThrow(HandshakeError)
    expect(() => openRegion(buffer)).toThrow(message)
  })

  test('a buffer longer than its ring', () => {
    const { words } = createRegion({ capacity: 4096 })
    const longer = new SharedArrayBuffer(CONTROL_BYTES + 4096 + 8)
    new Int32Array(longer).set(words)
    expect(() => openRegion(longer)).toThrow(/capacity 4096 is not a power of two that fits/)
  })
})
