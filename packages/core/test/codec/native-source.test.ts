import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const toString = Function.prototype.toString

beforeEach(() => {
  vi.resetModules()
  // As Firefox and WebKit write a native function.
  vi.spyOn(Function.prototype, 'toString').mockImplementation(function (this: Function) {
    return toString.call(this).replace('{ [native code] }', '{\n    [native code]\n}')
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

test('the classes of the language are known where the engine writes native functions on three lines', async () => {
  const { decode, encode } = await import('../../src/codec/index.ts')
  for (const value of [
    new Map([[1, new Set([2])]]),
    new Date(3),
    /4/g,
    new Error('5'),
    new Uint8Array([6]),
    Object(7n),
  ])
    expect(decode(encode(value))).toEqual(value)
})
