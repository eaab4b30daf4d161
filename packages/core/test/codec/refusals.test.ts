import { once } from 'node:events'
import { createServer } from 'node:net'
import { types } from 'node:util'
import { createSpan, decode, encode, encodeInto, Encoder } from '../../src/codec/index.ts'
import { describe, expect, test } from 'vitest'
import { proxies, refusals } from './cases/refusals.ts'
import { thrownBy } from './thrown-by.ts'

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

const refused = [...refusals, ...proxies].filter(
  ([, make]) => nameOfThrown(() => structuredClone(make())) !== 'nothing',
)

describe('encode() and encodeInto() throw what structuredClone throws for', () => {
  test.each(refused)('%s', (_, make) => {
    const expected = nameOfThrown(() => structuredClone(make()))
    expect(nameOfThrown(() => encode(make()))).toBe(expected)
    expect(nameOfThrown(() => encode({ a: [1, make()] }))).toBe(expected)
    expect(nameOfThrown(() => encodeInto(make(), new Uint8Array(100), 0))).toBe(expected)
  })
})

const OF_LANGUAGE: readonly (readonly [name: string, value: object])[] = [
  ['a Promise', Promise.resolve()],
  ['of a subclass of Promise', new (class Later extends Promise<void> {})(() => {})],
  ['a WeakMap', new WeakMap()],
  ['a WeakSet', new WeakSet()],
  ['a WeakRef', new WeakRef({})],
  ['a FinalizationRegistry', new FinalizationRegistry(() => {})],
  ['a generator', (function* () {})()],
  ['an async generator', (async function* () {})()],
  ['the entries of a Map', new Map().entries()],
  ['the members of a Set', new Set().values()],
  [
    'arguments',
    (function () {
      return arguments // oxlint-disable-line prefer-rest-params
    })(),
  ],
  ['the global object', globalThis],
]

describe('an object of the language that cannot be cloned is refused before the next getter runs, as by structuredClone:', () => {
  test.each(OF_LANGUAGE)('%s', (_, uncloneable) => {
    let ran = 0
    const value = [
      uncloneable,
      {
        get next(): unknown {
          ran++
          throw new Error('of the getter')
        },
      },
    ]
    const refusal = thrownBy(() => structuredClone(value))
    expect(ran).toBe(0)
    expect(refusal.name).toBe('DataCloneError')
    const ours = thrownBy(() => new Encoder().encode(value, createSpan(new ArrayBuffer(64), 0, 64), 0, 64))
    expect(ran).toBe(0)
    expect([ours.name, ours.message]).toEqual([refusal.name, refusal.message])
  })
})

// Found by `npm run prove -- mutation`.
test('a symbol and a function are refused in the words of the engine', () => {
  for (const value of [Symbol('s'), Symbol.iterator, () => 1])
    expect(() => encode(value)).toThrow(`${String(value)} could not be cloned.`)
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

test('an error of a getter passes through unchanged', () => {
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

// As Node's Response and Headers are, which fetch() makes without asking the global object for them.
test('a class of the platform is one also while the global object makes it only when asked', () => {
  class Lazy {
    readonly state = 1
  }
  Object.defineProperty(globalThis, 'Lazy', { get: () => Lazy, enumerable: false, configurable: true })
  try {
    expect(() => encode(new Lazy())).toThrow(expect.objectContaining({ name: 'DataCloneError' }))
  } finally {
    delete (globalThis as { Lazy?: unknown }).Lazy
  }
})

test('memory that the engine holds for native code is refused, as by structuredClone', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const external: unknown = Reflect.get(Reflect.get(server, '_handle') as object, '_externalStream')
  expect(types.isExternal(external)).toBe(true)
  expect(nameOfThrown(() => structuredClone(external))).toBe('DataCloneError')
  expect(nameOfThrown(() => encode(external))).toBe('DataCloneError')
  server.close()
})
