import * as codec from '../../src/codec/index.ts'
import { describe, expect, test, vi } from 'vitest'
import { departing } from './cases/departures.ts'
import { CASES, COMPILED } from './cases/index.ts'
import { NAMELESS_CASES, NODE_CASES } from './cases/node.ts'
import { difference } from './difference.ts'
import { differencesOf, Line } from './line.ts'

const { decode, encode } = codec
const disguised = (value: object): object =>
  Object.setPrototypeOf(Object.assign(value, { id: 1 }), Object.prototype) as object
const cases = [...CASES, ...COMPILED, ...NODE_CASES, ...NAMELESS_CASES]

describe('equals structuredClone, in every place and in refusing', () => {
  const line = new Line(codec, new SharedArrayBuffer(1 << 22))
  test.each(cases)('$name', (one) => {
    expect(differencesOf(codec, line, one)).toEqual([])
  })
})

test('the cases have at least 700 names, none of them twice', () => {
  const names = new Set(cases.map(({ name }) => name))
  expect(names.size).toBe(cases.length)
  expect(names.size).toBeGreaterThanOrEqual(700)
  expect(departing.filter((name) => !names.has(name))).toEqual([])
})

test('decode() reads at any alignment and over shared memory', () => {
  const value = {
    numbers: [1.5, 300, -70000],
    text: 'é'.repeat(40),
    wide: '漢'.repeat(40),
    view: new Float64Array([1, 2]),
  }
  const message = encode(value)
  const shared = new Uint8Array(new SharedArrayBuffer(message.length + 8))
  for (let offset = 0; offset < 8; offset++) {
    shared.set(message, offset)
    expect(decode(shared.subarray(offset, offset + message.length))).toEqual(value)
  }
})

function resizable(): ArrayBuffer {
  return new (ArrayBuffer as unknown as new (n: number, o: object) => ArrayBuffer)(16, { maxByteLength: 64 })
}

test('views follow their buffer after decoding exactly when they did before', () => {
  for (const view of [
    new Uint16Array(resizable(), 4),
    new Uint16Array(resizable(), 4, 6),
    new DataView(resizable(), 4),
    new DataView(resizable(), 4, 12),
  ]) {
    const copy = decode(encode(view)) as DataView<ArrayBuffer>
    const native = structuredClone(view) as DataView<ArrayBuffer>
    copy.buffer.resize(32)
    native.buffer.resize(32)
    expect(copy.byteLength).toBe(native.byteLength)
    expect(view.buffer.byteLength).toBe(16)
  }
})

function resizing(): object {
  const buffer = resizable()
  return {
    buffer,
    get view() {
      buffer.resize(32)
      return new Uint8Array(buffer, 16, 16)
    },
  }
}

test('a view beyond what its buffer was when that was encoded is refused by the sender', () => {
  // structuredClone throws as well, but on the side that receives.
  expect(() => structuredClone(resizing())).toThrow(/deserialize/)
  expect(() => encode(resizing())).toThrow(expect.objectContaining({ name: 'DataCloneError' }))
})

test('a view that ends at the end of a full resizable buffer leaves that buffer as it was', () => {
  const buffer = new (ArrayBuffer as unknown as new (n: number, o: object) => ArrayBuffer)(8, { maxByteLength: 8 })
  new Uint8Array(buffer).set([1, 2, 3, 4, 5, 6, 7, 8])
  encode([new Uint8Array(buffer), new Float64Array(buffer), new Uint8Array(buffer, 1, 7)])
  expect([...new Uint8Array(buffer)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

describe('an object that is not plain, with a named property and the prototype of Object, arrives as what it is', () => {
  const makes = [() => new Map([[1, 2]]), () => new Date(5), () => new TypeError('x'), () => new Uint8Array(2)]

  test.each(makes.map((make) => [make().constructor.name, make] as const))('%s', (_, make) => {
    for (const value of [disguised(make()), [disguised(make()), disguised(make())]])
      expect(difference(decode(encode(value)), structuredClone(value))).toBeUndefined()
  })

  test('or is refused: arguments, a Promise', () => {
    for (const make of [
      () =>
        (function () {
          return arguments
        })(),
      () => Promise.resolve(),
    ])
      // oxfmt-ignore
      expect(() => encode([disguised(make()), disguised(make())])).toThrow(/could not be cloned/)
  })
})

test('encode() takes the environment of a Node process, whose class has no name, as the plain object that it is', () => {
  const { env } = process
  expect(Object.getPrototypeOf(env)).not.toBe(Object.prototype)
  expect(decode(encode(env))).toEqual(structuredClone(env))
  expect(decode(encode({ env, list: [env] }))).toEqual(structuredClone({ env, list: [env] }))
})

test('an own __proto__ stays an own property and pollutes nothing', () => {
  const copy = decode(encode(JSON.parse('{"__proto__":{"polluted":true}}'))) as object
  expect(Object.keys(copy)).toEqual(['__proto__'])
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})

test('setters and frozen names on Object.prototype do not see decoded properties', () => {
  let calls = 0
  // The very misuse that this test is about.
  // oxlint-disable-next-line no-extend-native
  Object.defineProperty(Object.prototype, 'trapped', {
    configurable: true,
    get: () => 1,
    set() {
      calls++
    },
  })
  try {
    for (let round = 0; round < 20; round++)
      expect(Object.keys(decode(encode({ trapped: 1 })) as object)).toEqual(['trapped'])
    expect(calls).toBe(0)
  } finally {
    delete (Object.prototype as { trapped?: unknown }).trapped
  }
})

test('names of descriptors on Object.prototype become no part of decoded or read values', () => {
  const names = ['get', 'set', 'value']
  const hidden = { get: () => 'hidden', configurable: true }
  const value = {
    constructor: 1,
    get: 2,
    error: Object.assign(new Error('x'), { cause: 'why' }),
    withoutParts: Object.defineProperties(new Error(), { message: hidden, cause: hidden }),
  }
  const shared: Record<string, unknown> = Object.prototype as never
  let copy: unknown
  for (const name of names) shared[name] = () => name
  try {
    copy = decode(encode(value))
  } finally {
    for (const name of names) delete shared[name]
  }
  expect(difference(copy, structuredClone(value))).toBeUndefined()
})

test('a Date is the platform’s, with the time that was sent, while a test has its own class of that name', () => {
  const sent = new Date(5)
  const Stopped = class extends Date {
    constructor() {
      super(0)
    }
  }
  vi.stubGlobal('Date', Stopped)
  const copy = decode(encode(sent))
  vi.unstubAllGlobals()
  expect(difference(copy, sent)).toBeUndefined()
})
