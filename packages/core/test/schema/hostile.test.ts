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
import { nodeMeter } from '../codec/node-meter.ts'

interface Chain {
  next: Chain | null
}
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

test('what is wrong in a value of any is told at its place in the message', () => {
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

// As by another thread, between one look at the length and the next.
function growing(asked: 'length' | 'byteLength'): Uint8Array {
  const buffer = new SharedArrayBuffer(4, { maxByteLength: 64 })
  const array = new Uint8Array(buffer).fill(7)
  const get = (): number => {
    const { byteLength } = buffer
    buffer.grow(64)
    return byteLength
  }
  return Object.defineProperty(array, asked, { get })
}

describe.each([{}, { codegen: 'never' }, { checked: false }] as const)(
  'an array that grows meanwhile, %j',
  (options) => {
    test.each([
      ['bytes', typedArray('u8'), 'byteLength', 8],
      ['fixedBytes', fixedBytes(4), 'length', 4],
    ] as const)('%s are written as they were, and nothing outside', (_, schema, asked, byteLength) => {
      const target = new Uint8Array(128).fill(0xa5)
      const own = schema.with(options)
      expect(own.encodeInto(growing(asked), target, 0, byteLength)).toBe(byteLength)
      expect(own.decode(target, 0, byteLength)).toEqual(Uint8Array.of(7, 7, 7, 7))
      expect(target.subarray(byteLength).every((byte) => byte === 0xa5)).toBe(true)
    })
  },
)

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
