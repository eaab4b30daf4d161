import { createSpan, decode, encode, encodeInto, Encoder } from '../../src/codec/index.ts'
import { describe, expect, test } from 'vitest'

const detached = (): ArrayBuffer => {
  const buffer = new ArrayBuffer(8)
  structuredClone(buffer, { transfer: [buffer] })
  return buffer
}
const outOfBounds = (make: (buffer: ArrayBuffer) => unknown): unknown => {
  const buffer = new (ArrayBuffer as unknown as new (n: number, o: object) => ArrayBuffer)(16, { maxByteLength: 16 })
  const view = make(buffer)
  buffer.resize(4)
  return view
}
const viewOfDetached = (): unknown => {
  const view = new Uint8Array(8)
  structuredClone(view.buffer, { transfer: [view.buffer] })
  return view
}

const REFUSED: readonly (readonly [name: string, make: () => unknown])[] = [
  ['a function', () => () => 1],
  ['a constructor', () => Map],
  ['a symbol', () => Symbol('s')],
  ['a boxed symbol', () => Object(Symbol('s'))],
  ['a WeakMap', () => new WeakMap()],
  ['a WeakSet', () => new WeakSet()],
  ['a WeakRef', () => new WeakRef({})],
  ['a Promise', () => Promise.resolve()],
  ['a subclass of Promise', () => new (class Later extends Promise<void> {})(() => {})],
  ['a WeakMap without a prototype', () => Object.setPrototypeOf(new WeakMap(), null)],
  ['a FinalizationRegistry', () => new FinalizationRegistry(() => {})],
  ['a generator', () => (function* () {})()],
  ['an async generator', () => (async function* () {})()],
  ['an array iterator', () => [].values()],
  ['a map iterator', () => new Map().entries()],
  ['an iterator helper', () => [1].values().map((x) => x)],
  [
    'arguments',
    () =>
      (function () {
        return arguments
      })(),
  ], // eslint-disable-line prefer-rest-params
  [
    'arguments with elements',
    () =>
      (function (_first: unknown, _second: unknown) {
        return arguments
      })(1, 2),
  ], // eslint-disable-line prefer-rest-params
  ['a Proxy of an object', () => new Proxy({ a: 1 }, {})],
  ['a Proxy of an array', () => new Proxy([1], {})],
  ['a Proxy of a Map', () => new Proxy(new Map(), {})],
  ['Intl.NumberFormat', () => new Intl.NumberFormat()],
  ['a URL', () => new URL('http://localhost')],
  ['a detached buffer', detached],
  ['a view of a detached buffer', viewOfDetached],
  ['a typed array out of bounds', () => outOfBounds((buffer) => new Uint8Array(buffer, 8, 8))],
  ['a following typed array out of bounds', () => outOfBounds((buffer) => new Uint8Array(buffer, 8))],
  ['a DataView out of bounds', () => outOfBounds((buffer) => new DataView(buffer, 8, 8))],
  ['globalThis', () => globalThis],
]

const NATIVE_ONLY: readonly (readonly [name: string, make: () => unknown, kind: RegExp])[] = [
  ['a SharedArrayBuffer', () => new SharedArrayBuffer(8), /SharedArrayBuffer/],
  ['a view of a SharedArrayBuffer', () => new Uint8Array(new SharedArrayBuffer(8)), /SharedArrayBuffer/],
  ['a MessagePort', () => new MessageChannel().port1, /MessagePort/],
  ['a Blob', () => new Blob(['x']), /Blob/],
  ['a ReadableStream', () => new ReadableStream(), /ReadableStream/],
  ['a WebAssembly.Module', () => new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])), /Module/],
]

function nameOfThrown(act: () => unknown): string {
  try {
    act()
    return 'nothing'
  } catch (error) {
    return (error as Error).name
  }
}

describe('encode() throws DataCloneError, as structuredClone does, for', () => {
  test.each(REFUSED)('%s', (_, make) => {
    expect(nameOfThrown(() => structuredClone(make()))).toBe('DataCloneError')
    expect(nameOfThrown(() => encode(make()))).toBe('DataCloneError')
    expect(nameOfThrown(() => encode({ a: [1, make()] }))).toBe('DataCloneError')
    expect(nameOfThrown(() => encodeInto(make(), new Uint8Array(100), 0))).toBe('DataCloneError')
  })
})

describe('encode() throws a DataCloneError that names what only the platform carries:', () => {
  test.each(NATIVE_ONLY)('%s', (_, make, kind) => {
    expect(nameOfThrown(() => encode([make()]))).toBe('DataCloneError')
    expect(() => encode([make()])).toThrow(kind)
  })
})

test('a DataCloneError is a DOMException with code 25', () => {
  try {
    encode(() => 1)
    expect.unreachable()
  } catch (error) {
    expect(error).toBeInstanceOf(DOMException)
    expect((error as DOMException).code).toBe(25)
  }
})

test('what a getter throws passes through unchanged', () => {
  const thrown = { reason: 'mine' }
  const value = {
    get a(): unknown {
      throw thrown
    },
  }
  for (const act of [
    () => encode(value),
    () => new Encoder().encode(value, createSpan(new ArrayBuffer(64), 0, 64), 0, 64),
  ]) {
    try {
      act()
      expect.unreachable()
    } catch (error) {
      expect(error).toBe(thrown)
    }
  }
})

test('a getter may encode and decode something else, to any depth', () => {
  const seen: unknown[] = []
  const shared = { s: 1 }
  const inner = {
    shared,
    list: [shared],
    get again() {
      return decode(encode({ three: [shared, shared] }))
    },
  }
  const outer = {
    before: shared,
    get nested() {
      seen.push(decode(encode(inner)))
      return 'x'.repeat(3000)
    },
    after: shared,
  }
  const copy = decode(encode(outer)) as Record<string, unknown>
  expect(copy['before']).toBe(copy['after'])
  expect(copy['nested']).toBe('x'.repeat(3000))
  expect(seen).toEqual([{ shared: { s: 1 }, list: [{ s: 1 }], again: { three: [{ s: 1 }, { s: 1 }] } }])
  expect((seen[0] as { shared: object; list: object[] }).shared).toBe((seen[0] as { list: object[] }).list[0])
})
