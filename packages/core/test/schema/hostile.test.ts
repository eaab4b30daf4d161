import { describe, expect, test } from 'vitest'
import { decode } from '../../src/codec/index.ts'
import {
  any,
  createSpan,
  type DecodeError,
  enums,
  f64,
  fixedBytes,
  isDecodeError,
  list,
  literal,
  map,
  nullable,
  optional,
  recursive,
  type Schema,
  string,
  struct,
  typedArray,
  u53,
  u8,
  union,
  varint,
} from '../../src/schema/index.ts'
import { ArrayKind } from '../../src/schema/arrays.ts'
import { nodeMeter } from '../codec/node-meter.ts'

interface Chain {
  next: Chain | null
}
// A view of bytes that are all 1 has another view of it in `to.it`, without end.
const link: Schema<any, any> = struct({
  n: u8,
  to: union('kind', { end: struct({}), more: struct({ it: recursive(() => link) }) }),
  after: string,
})

const chain: Schema<Chain> = struct({ next: nullable(recursive(() => chain)) })
const everything = struct({
  name: string,
  side: enums('buy', 'sell'),
  at: list(struct({ x: f64, note: optional(string) })),
  data: typedArray('u16'),
  counts: map(string, varint),
  event: union('kind', { a: struct({ n: u53 }), b: struct({ s: string }) }),
})
const message = everything.encode({
  name: '漢',
  side: 'sell',
  at: [{ x: 1, note: 'x'.repeat(300) }, { x: 2 }],
  data: Uint16Array.of(1, 2),
  counts: new Map([['a', 300]]),
  event: { kind: 'b', s: 'end' },
})

describe.each([{}, { codegen: 'never' }] as const)('%j', (options) => {
  test('a message that ends early or late, at any byte, is refused', () => {
    for (let end = 0; end < message.length; end++) {
      expect(() => everything.with(options).decode(message, 0, end)).toThrow(expect.toSatisfy(isDecodeError))
    }
    const longer = new Uint8Array(message.length + 1)
    longer.set(message)
    expect(() => everything.with(options).decode(longer)).toThrow('1 bytes left over')
  })

  // Found by random schemas: one back end asked the bit, the other the value.
  test('an optional value that is there and undefined, which nobody writes, is absent', () => {
    const schema = struct({ note: optional(any), after: u8 }).with(options)
    const bytes = schema.encode({ note: null, after: 7 })
    const [NULL, UNDEFINED] = [0xc1, 0xc0]
    bytes[bytes.lastIndexOf(NULL)] = UNDEFINED
    expect(Object.entries(schema.decode(bytes))).toEqual([['after', 7]])
  })

  test('a count beyond the message is refused before anything is made for it', () => {
    const claims = [list(u8), list(literal(null)), list(struct({})), list(string), typedArray('f64'), map(u8, u8)]
    for (const schema of claims) {
      const bytes = new Uint8Array(64).fill(0xff, 0, 4)
      const before = nodeMeter.allocatedBytes()
      expect(() => (schema as Schema<unknown>).with(options).decode(bytes)).toThrow(/more bytes expected/)
      expect(nodeMeter.allocatedBytes() - before).toBeLessThan(1 << 20)
    }
  })

  test('depth is limited, long before the stack ends', () => {
    const deep = new Uint8Array(1 << 16).fill(1)
    expect(() => chain.with(options).decode(deep)).toThrow('values are nested deeper than 500')
  })

  test('a view opens no more values inside one another than are decoded', () => {
    const own = link.with(options)
    let view = own.view(new Uint8Array(1 << 16).fill(1))
    for (let level = 0; level < 500; level++) view = view.to.it
    expect(view.n).toBe(1)
    expect(() => view.to.it).toThrow('values are nested deeper than 500')
    expect(() => view.copy()).toThrow('values are nested deeper than 500')
    expect(() => view.after).toThrow('values are nested deeper than 500')
  })

  test('release() ends all views of spoiled bytes, as far as they can be opened', () => {
    const bytes = new Uint8Array(1 << 16).fill(1)
    const viewer = link.with(options).viewer()
    const views: any[] = [viewer.at(bytes, 0, bytes.length)]
    expect(() => {
      for (;;) views.push(views.at(-1).to.it)
    }).toThrow(/^Cannot decode at byte/)
    viewer.release()
    for (const view of views) expect(() => view.n).toThrow('This view is of a record that has been released')
  })

  test('numbers that no encoder writes are refused', () => {
    expect(() => enums('a').with(options).decode(Uint8Array.of(1))).toThrow('a number that none of "a" has')
    expect(() => varint.with(options).decode(new Uint8Array(9).fill(0xff))).toThrow('an integer exceeds 2^53 - 1')
    expect(() => u53.with(options).decode(f64.encode(0.5))).toThrow('0.5 is not among the integers of the type')
    expect(() =>
      union('k', { a: struct({}) })
        .with(options)
        .decode(Uint8Array.of(7)),
    ).toThrow('no struct of the union')
    expect(() => string.with(options).decode(Uint8Array.of(255, 1, 0, 0, 0, 65))).toThrow('1 bytes of UTF-16')
  })

  test('a list whose tails are not as long as its head says is refused', () => {
    const bytes = list(string).encode(['a', 'b'])
    bytes[4]!++
    expect(() => list(string).with(options).decode(bytes)).toThrow('another length than announced')
  })
})

test('an error in a value of any is told with its place in the message', () => {
  const schema = struct({ a: f64, b: any })
  const bytes = schema.encode({ a: 1, b: 'x' })
  const START = 12
  bytes[START] = 0xff
  const alone = thrownBy(() => decode(bytes.subarray(START))) as DecodeError
  const offset = START + alone.offset
  for (const memory of [bytes, createSpan(bytes.buffer, 0, bytes.length)]) {
    for (const read of [() => schema.decode(memory), () => schema.view(memory).b]) {
      expect(thrownBy(read)).toMatchObject({ offset, message: expect.stringContaining(`at byte ${offset}: `) })
    }
  }
})

const numbers = () => ({ all: Float64Array.of(1.5, 2.5), two: Uint16Array.of(3, 4) })
const LIES = { length: { value: 0 }, byteLength: { value: -8 }, byteOffset: { value: 90 }, buffer: { value: 0 } }

/** Makes other arrays than it is asked for, in `subarray` and `slice`. */
class Odd extends Uint8Array {
  constructor(length: unknown) {
    super(typeof length === 'number' ? length : 200)
  }
}

describe.each([{}, { codegen: 'never' }, { checked: false }] as const)('%j', (options) => {
  const LARGE = 2_000
  const sources: readonly (readonly [name: string, make: (length: number) => Uint8Array])[] = [
    ['lies about where it is', (length) => Object.defineProperties(new Uint8Array(length), LIES)],
    ['is of a subclass', (length) => new Odd(length)],
  ]
  test.each(sources)('an array of bytes that %s is written as it is, and nothing outside', (_, make) => {
    for (const length of [4, LARGE]) {
      const schemas = [struct({ b: typedArray('u8'), s: string }), struct({ b: fixedBytes(length), s: string })]
      for (const schema of schemas) {
        const own = schema.with(options)
        const value = { b: Uint8Array.from(make(length).fill(7)), s: 'end' }
        const expected = own.encode(value)
        const target = new Uint8Array(LARGE * 2).fill(0xa5)
        const end = 16 + expected.length
        expect(own.encodeInto({ b: make(length).fill(7), s: 'end' }, target, 16, end)).toBe(end)
        expect(target.slice(16, end)).toEqual(expected)
        expect(target.fill(0xa5, 16, end).every((byte) => byte === 0xa5)).toBe(true)
      }
    }
  })

  test('numbers that lie about their length are written as they are', () => {
    const schema = struct({ all: typedArray('f64'), two: typedArray('u16') }).with(options)
    const value = {
      all: Object.defineProperties(numbers().all, LIES),
      two: Object.defineProperties(numbers().two, LIES),
    }
    expect(schema.encode(value)).toEqual(schema.encode(numbers()))
  })

  test('an array of another length than it says is refused', () => {
    const array = Object.defineProperty(new Uint8Array(5), 'length', { value: 4 })
    expect(() => fixedBytes(4).with(options).encode(array)).toThrow('got 5 elements')
  })

  test('memory of a subclass is written and read as it is', () => {
    const schema = struct({ a: f64, b: any, c: string }).with(options)
    const value = { a: 1, b: { x: ['y'] }, c: 'z'.repeat(LARGE) }
    const memory = new Odd(LARGE * 2)
    const end = schema.encodeInto(value, memory, 8, LARGE * 2 - 8)
    for (const other of [memory, Object.assign(new Odd(LARGE * 2), memory)]) {
      expect(schema.decode(other, 8, end)).toEqual(value)
      expect(schema.copyOf(schema.view(other, 8, end))).toEqual(value)
    }
    const small = schema.encode({ ...value, c: '' })
    expect(schema.decode(Object.assign(new Odd(500), small), 0, small.length).b).toEqual(value.b)
  })

  test('memory that has shrunk is as long as it is now, and memory that was transferred is empty', () => {
    const schema = struct({ a: f64 }).with(options)
    const buffer = new ArrayBuffer(64, { maxByteLength: 128 })
    const memory = new Uint8Array(buffer)
    schema.encodeInto({ a: 1 }, memory, 0)
    buffer.resize(32)
    expect(schema.encodeInto({ a: 2 }, memory, 24)).toBe(32)
    expect(() => schema.encodeInto({ a: 3 }, memory, 0, 64)).toThrow('bytes 0 to 64 of a memory of 32')
    expect([schema.decode(memory, 24), schema.view(memory, 24).a]).toEqual([{ a: 2 }, 2])
    const other = new Uint8Array(buffer, 8)
    buffer.transfer()
    for (const gone of [memory, other]) {
      expect(() => schema.encodeInto({ a: 4 }, gone, 0, 8)).toThrow(RangeError)
      expect(schema.encodeInto({ a: 4 }, gone, 0)).toBe(-1)
      expect(() => schema.decode(gone)).toThrow(expect.toSatisfy(isDecodeError))
      expect(() => schema.view(gone).a).toThrow(expect.toSatisfy(isDecodeError))
    }
  })
})

test('an array that grows after it was asked for its length is written as far as that goes', () => {
  for (const length of [4, 2_000]) {
    const buffer = new SharedArrayBuffer(length, { maxByteLength: 4_000 })
    const array = new Uint8Array(buffer).fill(7)
    const target = new Uint8Array(8_000)
    const kind = new ArrayKind('u8')
    const byteLength = kind.bytesIn(array)
    buffer.grow(4_000)
    array.fill(7)
    kind.store(array, byteLength, target, 8)
    expect([target.indexOf(7), target.lastIndexOf(7)]).toEqual([8, 7 + length])
  }
})

test('DecodeError tells where, in the bytes that it was given, whether they were copied or not', () => {
  const schema = struct({ a: f64, b: enums('x') })
  for (const length of [12, 5_000]) {
    const bytes = new Uint8Array(length).fill(9)
    const memories = [bytes, createSpan(bytes.buffer, 0, length)]
    for (const memory of memories) {
      const error = thrownBy(() => schema.decode(memory, 3, 12))
      expect(error).toMatchObject({
        code: 'ERR_SLIPRING_DECODE',
        offset: 11,
        message: expect.stringContaining('at byte 11: '),
      })
    }
  }
})

function thrownBy(call: () => unknown): unknown {
  try {
    return call()
  } catch (error) {
    return error
  }
}
