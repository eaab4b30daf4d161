// Browsers have neither Node's transcoders nor its tests of kinds: the same cases, on an engine without them.
import { describe, expect, test, vi } from 'vitest'
import { CASES } from './cases/index.ts'
import { difference } from './difference.ts'

vi.resetModules()
vi.stubGlobal('Buffer', undefined)
vi.stubGlobal('process', undefined)
const codec = await import('../../src/codec/index.ts')
vi.unstubAllGlobals()
const encoder = new codec.Encoder()
const decoder = new codec.Decoder()

const BYTES = 1 << 20
const span = codec.createSpan(new SharedArrayBuffer(BYTES), 0, BYTES)

// Without a test of kinds, an object whose prototypes are all the program's own is believed: these lie.
const BELIEVED = new Set(['map with the prototype of Object', 'map without a prototype'])

describe('without Node, decoding what was encoded equals structuredClone', () => {
  test.each(CASES.filter(([name]) => !BELIEVED.has(name)))('%s', (name, make) => {
    const value = make()
    const native = structuredClone(/getter|while it is read/.test(name) ? make() : value)
    const end = encoder.encode(value, span, 0, BYTES)
    expect(encoder.hosts).toEqual([])
    expect(difference(decoder.decode(span, 0, end), native)).toBeUndefined()
  })
})

describe('without Node, bytes never carry', () => {
  test.each<readonly [string, () => object]>([
    ['a WeakMap', () => new WeakMap()],
    ['a Promise', () => Promise.resolve()],
    ['a WeakRef', () => new WeakRef({})],
    ['a generator', () => (function* () {})()],
    ['an iterator', () => [].values()],
    [
      'arguments',
      () =>
        (function (_first: unknown) {
          return arguments
        })(1),
    ], // oxlint-disable-line prefer-rest-params
    ['a SharedArrayBuffer', () => new SharedArrayBuffer(4)],
    ['a MessagePort', () => new MessageChannel().port1],
    ['a Blob', () => new Blob([])],
    ['a URL', () => new URL('http://localhost')],
  ])('%s, which travels beside them', (_, make) => {
    const value = make()
    encoder.encode({ value }, span, 0, BYTES)
    expect(encoder.hosts).toEqual([value])
    encoder.rollback()
  })
})
