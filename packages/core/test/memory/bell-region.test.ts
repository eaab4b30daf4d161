import { describe, expect, test } from 'vitest'
import { HandshakeError } from '../../src/errors.ts'
import { BELL_LANES, BELL_MAGIC, BELL_READY, BELL_VERSION } from '../../src/memory/bell-layout.ts'
import { createBell, openBell } from '../../src/memory/bell-region.ts'

test.each([0, 257, 1.5, NaN])('createBell() refuses %d lanes with a RangeError', (lanes) => {
  expect(() => createBell(lanes)).toThrow(new RangeError(`Cannot create a bell for ${lanes} lanes: use 1 to 256`))
})

describe('openBell()', () => {
  test('opens what createBell() made', () => {
    const { buffer } = createBell(33)
    expect(openBell(buffer)).toMatchObject({ lanes: 33, buffer })
  })

  test.each([undefined, null, 5, {}, new ArrayBuffer(384)])('refuses %s, which is no SharedArrayBuffer', (buffer) => {
    expect(() => openBell(buffer)).toThrow(TypeError)
  })

  test.each<[string, number, number, RegExp]>([
    ['another magic', BELL_MAGIC, 5, /magic is 5/],
    ['another version', BELL_VERSION, 2 << 16, /major version is 2, not 1/],
    ['a block that is not complete', BELL_READY, 0, /ready flag is 0/],
    ['no lanes', BELL_LANES, 0, /for 0 lanes: there are 1 to 256/],
    ['too many lanes', BELL_LANES, 257, /for 257 lanes/],
  ])('refuses %s', (_, word, value, message) => {
    const { buffer, words } = createBell(2)
    Atomics.store(words, word, value)
    expect(() => openBell(buffer)).toThrow(HandshakeError)
    expect(() => openBell(buffer)).toThrow(message)
  })

  test('refuses a buffer of another length', () => {
    expect(() => openBell(new SharedArrayBuffer(5120))).toThrow(/length in bytes is 5120, not 384/)
  })
})
