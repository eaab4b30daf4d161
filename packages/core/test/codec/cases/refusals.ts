/** Values that structured clone refuses, or that only the platform can carry. */
import type { Entry } from './case.ts'

const detached = (): ArrayBuffer => {
  const buffer = new ArrayBuffer(8)
  structuredClone(buffer, { transfer: [buffer] })
  return buffer
}

function shrunk<T>(make: (buffer: ArrayBuffer) => T): T {
  const buffer = new ArrayBuffer(16, { maxByteLength: 16 })
  const view = make(buffer)
  buffer.resize(4)
  return view
}

function viewOfDetached(make: (buffer: ArrayBuffer) => object): object {
  const view = make(new ArrayBuffer(8))
  const { buffer } = view as Uint8Array<ArrayBuffer>
  structuredClone(buffer, { transfer: [buffer] })
  return view
}

function argumentsOf(..._values: unknown[]): unknown {
  return function () {
    return arguments // oxlint-disable-line prefer-rest-params
  }.apply(undefined, _values as [])
}

export const refusals: readonly Entry[] = [
  ['a function', () => () => 1],
  [
    'a class',
    () =>
      class {
        field = 1
      },
  ],
  ['a constructor of the language', () => Map],
  ['a bound function', () => refusals.map.bind(refusals)],
  ['an async function', () => async () => {}],
  ['a generator function', () => function* () {}],
  ['a method', () => ({ method() {} }).method],
  ['a symbol', () => Symbol('s')],
  ['a registered symbol', () => Symbol.for('s')],
  ['a well-known symbol', () => Symbol.iterator],
  ['a boxed symbol', () => Object(Symbol('s'))],
  ['a symbol as the value of a property', () => ({ a: Symbol('s') })],
  ['a symbol as the key of a map', () => new Map([[Symbol('s'), 1]])],
  ['a function in a set', () => new Set([() => 1])],
  ['a function as the cause of an error', () => new Error('x', { cause: () => 1 })],
  ['a function beside the elements of an array', () => Object.assign([1], { act: () => 1 })],
  ['a symbol as the message of an error', () => Object.assign(new Error('x'), { message: Symbol('s') })],
  ['a symbol as the name of an error', () => Object.assign(new Error('x'), { name: Symbol('s') })],
  ['a WeakMap', () => new WeakMap()],
  ['a WeakSet', () => new WeakSet()],
  ['a WeakRef', () => new WeakRef({})],
  ['a subclass of WeakMap', () => new (class Cache extends WeakMap<object, unknown> {})()],
  ['segments of a text', () => new Intl.Segmenter().segment('a b')],
  ['a FinalizationRegistry', () => new FinalizationRegistry(() => {})],
  ['a Promise', () => Promise.resolve()],
  ['a subclass of Promise', () => new (class Later extends Promise<void> {})(() => {})],
  ['a generator', () => (function* () {})()],
  ['an async generator', () => (async function* () {})()],
  ['an array iterator', () => [].values()],
  ['a map iterator', () => new Map().entries()],
  ['a set iterator', () => new Set().values()],
  ['a string iterator', () => ''[Symbol.iterator]()],
  ['a regexp string iterator', () => 'a'.matchAll(/a/g)],
  ['an iterator helper', () => [1].values().map((x) => x)],
  ['a wrapped iterator', () => Iterator.from({ next: () => ({ done: true, value: 1 }) } as Iterator<number>)],
  ['arguments', () => argumentsOf()],
  ['arguments with elements', () => argumentsOf(1, 2)],
  ['Intl.NumberFormat', () => new Intl.NumberFormat()],
  ['Intl.DateTimeFormat', () => new Intl.DateTimeFormat()],
  ['Intl.Collator', () => new Intl.Collator()],
  ['globalThis', () => globalThis],
  ['text of JSON', () => (JSON as { rawJSON?: (text: string) => unknown }).rawJSON?.('1') ?? globalThis],
  ['a detached buffer', detached],
  ['a detached resizable buffer', () => viewOfDetached(() => new Uint8Array(new ArrayBuffer(4, { maxByteLength: 8 })))],
  ['a view of a detached buffer', () => viewOfDetached((buffer) => new Uint8Array(buffer))],
  ['a DataView of a detached buffer', () => viewOfDetached((buffer) => new DataView(buffer))],
  ['an empty view of a detached buffer', () => viewOfDetached((buffer) => new Uint8Array(buffer, 8))],
  ['a typed array out of bounds', () => shrunk((buffer) => new Uint8Array(buffer, 8, 8))],
  ['a typed array that begins out of bounds', () => shrunk((buffer) => new Uint8Array(buffer, 8))],
  ['a typed array of doubles that begins out of bounds', () => shrunk((buffer) => new Float64Array(buffer, 8))],
  ['a DataView out of bounds', () => shrunk((buffer) => new DataView(buffer, 8, 8))],
  ['a DataView that begins out of bounds', () => shrunk((buffer) => new DataView(buffer, 8))],
  ['a typed array that is just in bounds', () => shrunk((buffer) => new Uint8Array(buffer, 2, 2))],
  ['a typed array that begins just in bounds', () => shrunk((buffer) => new Uint8Array(buffer, 4))],
]

/** Only a test of kinds of the engine's own tells these from what they stand for; no page has one. */
export const proxies: readonly Entry[] = [
  ['a Proxy of an object', () => new Proxy({ a: 1 }, {})],
  ['a Proxy of an array', () => new Proxy([1], {})],
  ['a Proxy of a Map', () => new Proxy(new Map(), {})],
  ['a Proxy of a function', () => new Proxy(() => {}, {})],
  ['a Proxy deep inside', () => ({ list: [{ proxy: new Proxy({ a: 1 }, {}) }] })],
  ['a revoked Proxy', () => ((made) => (made.revoke(), made.proxy))(Proxy.revocable({}, {}))],
]
