import * as s from '../../src/schema/index.ts'
import { describe, expect, test, vi } from 'vitest'
import { compile } from '../../src/schema/compile.ts'
import {
  type AnySchema,
  any,
  bool,
  bytes,
  createSpan,
  columns,
  date,
  enums,
  f32,
  f64,
  fixedBytes,
  fixedList,
  fixedString,
  flags,
  i16,
  i32,
  i53,
  i64,
  i8,
  latin1,
  list,
  literal,
  map,
  nullable,
  optional,
  readerOf,
  recursive,
  type Infer,
  type InferView,
  type Schema,
  SchemaError,
  string,
  struct,
  tuple,
  typedArray,
  u16,
  u32,
  u53,
  u64,
  u8,
  union,
  varint,
  withDefault,
} from '../../src/schema/index.ts'

interface Tree {
  value: number
  children: Tree[]
}
const tree: Schema<Tree> = struct({ value: u8, children: list(recursive(() => tree)) })
const shape = union('kind', { circle: struct({ r: f64 }), square: struct({ kind: literal('square'), side: u8 }) })
const backEnds = [{}, { codegen: 'never' }, { checked: false }, { checked: false, codegen: 'never' }] as const

const carried: readonly (readonly [string, AnySchema, unknown, number])[] = [
  ['u8', u8, 255, 1],
  ['u16', u16, 65535, 2],
  ['u32', u32, 2 ** 32 - 1, 4],
  ['u64', u64, 2n ** 64n - 1n, 8],
  ['i8', i8, -128, 1],
  ['i16', i16, -32768, 2],
  ['i32', i32, -(2 ** 31), 4],
  ['i64', i64, -(2n ** 63n), 8],
  ['u53', u53, Number.MAX_SAFE_INTEGER, 8],
  ['i53', i53, Number.MIN_SAFE_INTEGER, 8],
  ['varint of one byte', varint, 127, 1],
  ['varint of eight bytes', varint, Number.MAX_SAFE_INTEGER, 8],
  ['f32', f32, 0.5, 4],
  ['f64, negative zero', f64, -0, 8],
  ['f64, NaN', f64, NaN, 8],
  ['bool', bool, true, 1],
  ['date', date, new Date(1716100000123), 8],
  ['invalid date', date, new Date(NaN), 8],
  ['enums', enums('buy', 'sell'), 'sell', 1],
  ['enums of 300', enums(...Array.from({ length: 300 }, (_, index) => `n${index}`)), 'n299', 2],
  ['flags', flags('a', 'b'), { a: false, b: true }, 1],
  ['32 flags', flags(...Array.from({ length: 32 }, (_, index) => `f${index}`)), flagsOf(32, 31), 4],
  ['literal', literal('x'), 'x', 0],
  ['empty string', string, '', 1],
  ['short string', string, 'BTC-USD', 8],
  ['string of 253 characters', string, 'x'.repeat(253), 254],
  ['string of 254 characters', string, 'x'.repeat(254), 259],
  ['wide string', string, '漢字', 9],
  ['lone surrogates', string, '\udc00a\ud800', 11],
  ['latin1', latin1, 'é', 2],
  ['long latin1', latin1, 'é'.repeat(300), 305],
  ['fixedString', fixedString(5), 'abc', 6],
  ['bytes', bytes, Uint8Array.of(1, 2), 6],
  ['fixedBytes', fixedBytes(3), Uint8Array.of(1, 2, 3), 3],
  ['typedArray', typedArray('f32'), Float32Array.of(1, 2), 12],
  ['list', list(u16), [1, 2, 3], 10],
  ['list of strings', list(string), ['a', 'bc'], 13],
  ['list of constants', list(literal(null)), [null, null], 6],
  ['fixedList', fixedList(u8, 2), [1, 2], 2],
  ['tuple', tuple(u8, string), [1, 'a'], 3],
  ['map', map(string, u8), new Map([['a', 1]]), 11],
  ['struct', struct({ a: u8, b: f64, c: bool }), { a: 1, b: 2, c: true }, 10],
  ['columns', columns(struct({ id: u8, at: struct({ x: f32 }) }), 2), tableOf(2), 10],
  ['empty struct', struct({}), {}, 0],
  ['nullable', nullable(u8), null, 2],
  ['nullable, there', nullable(u8), 7, 2],
  ['optional, absent', struct({ a: optional(string), b: u8 }), { b: 1 }, 3],
  ['optional, there', struct({ a: optional(string), b: u8 }), { a: 'x', b: 1 }, 4],
  ['union', shape, { kind: 'circle', r: 1 }, 9],
  ['union whose struct has the tag', shape, { kind: 'square', side: 2 }, 2],
  ['recursive', tree, { value: 1, children: [{ value: 2, children: [] }] }, 19],
  ['any', any, { a: [1, new Set(['x'])] }, 16],
]

describe.each(backEnds)('%j', (options) => {
  test.each(carried)('%s comes back', (_, schema, value, byteLength) => {
    const encoded = schema.with(options).encode(value)
    expect(schema.with(options).decode(encoded)).toStrictEqual(value)
    expect(encoded.length).toBe(byteLength)
  })

  test('keys keep their order, and an absent one stays absent', () => {
    const schema = struct({ z: optional(u8), a: f64, m: optional(string), b: u8 }).with(options)
    expect(Object.entries(schema.decode(schema.encode({ a: 1, b: 2 })))).toEqual([
      ['a', 1],
      ['b', 2],
    ])
    expect(Object.keys(schema.decode(schema.encode({ b: 2, m: 'x', a: 1, z: 1 })))).toEqual(['z', 'a', 'm', 'b'])
  })

  test('a key __proto__ is defined, not assigned', () => {
    const schema = struct({ ['__proto__']: struct({ polluted: bool }), constructor: optional(u8) }).with(options)
    const value = JSON.parse('{ "__proto__": { "polluted": true } }') as never
    const copy = schema.decode(schema.encode(value)) as object
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
    expect(JSON.stringify(copy)).toBe('{"__proto__":{"polluted":true}}')
    const target = {}
    schema.decodeInto(target as never, schema.encode(value))
    expect(Object.getPrototypeOf(target)).toBe(Object.prototype)
  })

  test('names are data, whatever they look like in code', () => {
    const name = '"];globalThis.broken=1;["\u2028`${0}'
    const schema = struct({ [name]: union(name, { [name]: struct({ [name]: literal(name), x: enums(name) }) }) })
    const value = { [name]: { [name]: name, x: name } } as never
    expect(schema.with(options).decode(schema.with(options).encode(value))).toEqual(value)
    expect('broken' in globalThis).toBe(false)
  })

  test('decodeInto() fills nested objects and arrays again', () => {
    const schema = struct({ at: struct({ x: f64 }), list: list(struct({ y: u8 })), names: list(string) }).with(options)
    const target = { at: { x: 0 }, list: [{ y: 0 }, { y: 0 }, { y: 9 }], names: ['old', 'older'] }
    const { at, list: levels } = target
    const [first] = levels
    const bytesOfIt = schema.encode({ at: { x: 1 }, list: [{ y: 1 }, { y: 2 }], names: ['new'] })
    expect(schema.decodeInto(target, bytesOfIt)).toBe(bytesOfIt.length)
    expect(target).toEqual({ at: { x: 1 }, list: [{ y: 1 }, { y: 2 }], names: ['new'] })
    expect(target.at).toBe(at)
    expect(target.list).toBe(levels)
    expect(target.list[0]).toBe(first)
  })

  test('decodeInto() without an object, or of what is not filled again, does not blame the bytes', () => {
    const schema = struct({ a: u8 }).with(options)
    for (const [target, shown] of [
      [null, 'null'],
      [5, 'a number'],
    ] as const)
      expect(() => schema.decodeInto(target as never, schema.encode({ a: 1 }))).toThrow(
        new TypeError(`Cannot decode a struct into ${shown}: use an object`),
      )
    const many = list(u8).with(options)
    expect(() => many.decodeInto({} as never, many.encode([1]))).toThrow(
      new TypeError('Cannot decode a list into an object: use an array'),
    )
    const deep = struct({ inner: struct({ a: u8 }) }).with(options)
    for (const target of [Object.freeze({ a: 0 }), Object.freeze({})])
      expect(() => schema.decodeInto(target as never, schema.encode({ a: 1 }))).toThrow(TypeError)
    expect(() => deep.decodeInto({ inner: Object.freeze({ a: 0 }) }, deep.encode({ inner: { a: 1 } }))).toThrow(
      TypeError,
    )
    const pair = fixedList(u8, 2).with(options)
    expect(() => pair.decodeInto([], pair.encode([1, 2]))).toThrow(
      new TypeError('Cannot decode into an object: list of 2 is no struct and no list of any length'),
    )
  })

  test('over shared memory, at any offset, given as bytes or as a span', () => {
    const schema = struct({ a: f64, b: string }).with(options)
    const span = createSpan(new SharedArrayBuffer(64), 0, 64)
    for (const memory of [span, span.bytes, span.bytes.subarray(1)]) {
      const end = schema.encodeInto({ a: 0.1, b: 'x' }, memory, 3)
      expect(schema.decode(memory, 3, end)).toEqual({ a: 0.1, b: 'x' })
    }
  })

  test('a getter may encode with the same schema', () => {
    const schema = struct({ a: u8, b: u8 }).with(options)
    const value = {
      a: 1,
      get b() {
        return schema.encode({ a: 7, b: 8 })[1]!
      },
    }
    expect(schema.decode(schema.encode(value))).toEqual({ a: 1, b: 8 })
  })
})

const orders = struct({ orders: list(struct({ qty: f64, side: enums('buy', 'sell') })), at: tuple(u8, i8) })
const good = { orders: [{ qty: 1, side: 'buy' }], at: [1, 1] }

const misfits: readonly (readonly [AnySchema, unknown, string])[] = [
  [
    orders,
    { ...good, orders: [good.orders[0], good.orders[0], good.orders[0], { qty: '1', side: 'buy' }] },
    'orders[3].qty: expected f64, got string',
  ],
  [orders, { ...good, orders: [{ qty: 1, side: 'hold' }] }, 'orders[0].side: expected "buy" | "sell", got "hold"'],
  [orders, { ...good, orders: { 0: 1 } }, 'orders: expected list, got object'],
  [orders, { ...good, at: [1, -129] }, 'at[1]: expected i8 (integers from -128 to 127), got -129'],
  [orders, null, 'the value: expected struct, got null'],
  [u8, 256, 'the value: expected u8 (integers from 0 to 255), got 256'],
  [u8, 1n, 'the value: expected u8, got bigint'],
  [u8, Symbol('x'), 'the value: expected u8, got symbol'],
  [u53, 1.5, 'the value: expected u53 (integers from 0 to 2^53 - 1), got 1.5'],
  [i53, 2 ** 53, 'the value: expected i53 (integers from -2^53 + 1 to 2^53 - 1), got 9007199254740992'],
  [varint, -1, 'the value: expected varint (integers from 0 to 2^53 - 1), got -1'],
  [i32, 2 ** 31, 'the value: expected i32 (integers from -2^31 to 2^31 - 1), got 2147483648'],
  [varint, 1n, 'the value: expected varint, got bigint'],
  [date, 5, 'the value: expected date, got number'],
  [u64, -1n, 'the value: expected u64 (integers from 0 to 2^64 - 1), got -1n'],
  [i64, 1, 'the value: expected i64, got number'],
  [f64, new Number(1), 'the value: expected f64, got object'],
  [bool, 1, 'the value: expected bool, got number'],
  [date, Object.create(Date.prototype), 'the value: expected date, got object'],
  [string, new String('x'), 'the value: expected string, got object'],
  [latin1, '漢', 'the value: expected latin1, got "漢"'],
  [fixedString(2), 'abc', 'the value: expected fixedString(2), got "abc"'],
  [fixedString(2), '漢', 'the value: expected fixedString(2), got "漢"'],
  [bytes, [1], 'the value: expected Uint8Array, got array'],
  [typedArray('f32'), new Float64Array(1), 'the value: expected Float32Array, got object'],
  [fixedBytes(2), new Uint8Array(3), 'the value: expected fixedBytes(2), got 3 elements'],
  [fixedList(u8, 2), [1], 'the value: expected list of 2, got 1 elements'],
  [tuple(u8), [1, 2], 'the value: expected tuple of 1, got 2 elements'],
  [tuple(u8), {}, 'the value: expected tuple of 1, got object'],
  [
    columns(struct({ id: u8, at: struct({ x: f32 }) }), 3),
    tableOf(2),
    'at.x: expected Float32Array of 3, got 2 elements',
  ],
  [struct({ a: optional(u8) }), { a: null }, 'a: expected u8 | undefined, got null'],
  [list(nullable(struct({ b: u8 }))), [{}, null, undefined], '[0].b: expected u8, got undefined'],
  [list(nullable(struct({ b: u8 }))), [null, undefined], '[1]: expected struct | null, got undefined'],
  [literal(0), -0, 'the value: expected 0, got -0'],
  [flags('a'), { a: 1 }, 'a: expected bool, got number'],
  [map(string, u8), { a: 1 }, 'the value: expected Map, got object'],
  [
    map(string, u8),
    new Map([
      ['a', 1],
      ['b', -1],
    ]),
    '[1][1]: expected u8 (integers from 0 to 255), got -1',
  ],
  [shape, { kind: 'line' }, 'kind: expected "circle" | "square", got "line"'],
  [shape, { kind: 'circle', r: null }, 'r: expected f64, got null'],
  [
    struct({ 'a b': struct({ é: u8 }) }),
    { 'a b': { é: -1 } },
    '["a b"].é: expected u8 (integers from 0 to 255), got -1',
  ],
  [
    tree,
    { value: 1, children: [{ value: 1, children: [{ value: '', children: [] }] }] },
    'children[0].children[0].value: expected u8, got string',
  ],
]

describe.each([{}, { codegen: 'never' }] as const)('%j', (options) => {
  test.each(misfits)('refuses a value that does not fit %#', (schema, value, reason) => {
    const encode = () => schema.with(options).encode(value)
    expect(encode).toThrow(SchemaError)
    expect(encode).toThrow(`Cannot encode ${reason}`)
  })

  test('a value inside itself is refused', () => {
    const value: Tree = { value: 1, children: [] }
    value.children.push(value)
    expect(() => tree.with(options).encode(value)).toThrow(
      /expected at most 500 values inside one another, got object$/,
    )
  })

  test('the exception of a getter passes through', () => {
    const thrown = new Error('mine')
    const value = {
      orders: [
        {
          get qty() {
            throw thrown
          },
          side: 'buy',
        },
      ],
      at: [1, 1],
    }
    expect(() => orders.with(options).encode(value as never)).toThrow(thrown)
  })
})

test('a value that fits when it is read the second time, to say why it does not, is encoded as it is then', () => {
  const schema = struct({ a: u8, b: string })
  let reads = 0
  const value = {
    get a() {
      return reads++ === 0 ? -1 : 7
    },
    b: 'b',
  }
  expect(schema.decode(schema.encode(value))).toEqual({ a: 7, b: 'b' })
  expect(reads).toBe(2)
})

test.each(['a'.repeat(40), `${'a'.repeat(39)}é`, `a${'é'.repeat(39)}`, `a${'漢'.repeat(39)}`, `é${'a'.repeat(39)}`])(
  'the bytes of %s are the same whether there is more room than it needs or not',
  (text) => {
    const message = string.encode(text)
    expect(string.decode(message)).toBe(text)
    const memory = new Uint8Array(message.length + 1).fill(0xa5)
    expect(string.encodeInto(text, memory, 0, message.length)).toBe(message.length)
    expect(memory.subarray(0, message.length)).toEqual(message)
    expect(memory[message.length]).toBe(0xa5)
  },
)

test.each([new ArrayBuffer(8), new SharedArrayBuffer(8), new DataView(new ArrayBuffer(8))])(
  'a memory that is no array is refused with what to use: %s',
  (memory) => {
    const refusal = new TypeError(`Cannot use ${String(memory)} as bytes: use a Uint8Array`)
    expect(() => u8.encodeInto(1, memory as never, 0)).toThrow(refusal)
    expect(() => u8.decode(memory as never)).toThrow(refusal)
    expect(() => u8.view(memory as never)).toThrow(refusal)
  },
)

test('a recursive schema that is given as it is, or not at all, is refused in words', () => {
  expect(() => recursive(u8 as never)).toThrow('use a function that gives it')
  expect(() => recursive((() => undefined) as never).encode(1)).toThrow(
    'Cannot use undefined as the schema of a recursive: use a schema',
  )
})

test('SchemaError has the path, what was expected and what it got', () => {
  expect.assertions(1)
  try {
    orders.encode({ ...good, at: [1, 'x'] } as never)
  } catch (error) {
    expect(error).toMatchObject({ code: 'ERR_SLIPRING_SCHEMA', path: 'at[1]', expected: 'i8', got: 'string' })
  }
})

// Other values, with a length and without one.
const noTexts: readonly unknown[] = [
  5,
  NaN,
  null,
  undefined,
  true,
  7n,
  {},
  [],
  { length: 3 },
  { length: -100 },
  () => 1,
]

test.each(backEnds)('no text is read out of what is none, and nothing outside is touched: %j', (options) => {
  const schemas = [string, latin1, fixedString(4), list(string), fixedList(latin1, 2), map(string, u8)]
  for (const own of schemas.map((schema) => struct({ a: u8, own: schema, behind: list(u32) }).with(options))) {
    for (const text of noTexts) {
      for (const given of [text, Array(20).fill(text), [text, text], new Map([[text, 1]])]) {
        const memory = new Uint8Array(800).fill(0xa5)
        let end: unknown = 400
        try {
          end = own.encodeInto({ a: 1, own: given, behind: [1, 2] } as never, memory, 400, 600)
        } catch (error) {
          expect([SchemaError, TypeError]).toContain((error as Error).constructor)
        }
        expect(end).toBeOneOf([-1, expect.toSatisfy(Number.isInteger)])
        expect([...memory.subarray(0, 400), ...memory.subarray(600)].every((byte) => byte === 0xa5)).toBe(true)
      }
    }
  }
  const one = struct({ s: string }).with(options)
  expect(() => one.encode({ s: 5 as never })).toThrow('Cannot encode s: expected string, got number')
})

test('an option that is undefined stays as it is, and one of no known value is refused', () => {
  const [wrong, none] = ['x' as never, undefined as never]
  expect(() => u8.with({ checked: none, codegen: none }).encode(wrong)).toThrow(SchemaError)
  expect(u8.with({ checked: false }).with({ codegen: 'never' }).with({ checked: none }).encode(256)).toEqual(
    Uint8Array.of(0),
  )
  expect(() => u8.with({ checked: 0 as never })).toThrow('Cannot use checked "0": use true or false')
  expect(() => u8.with({ checked: null as never })).toThrow(TypeError)
  expect(() => u8.with({ codegen: wrong })).toThrow('Cannot use codegen "x": use "auto" or "never"')
})

test('nothing is generated before it is needed, and never where that is not wanted', () => {
  const schema = struct({ a: u8 })
  const walked = schema.with({ codegen: 'never' })
  expect(generatedBy(() => walked.decode(walked.encode({ a: 1 })))).toBe(0)
  expect(generatedBy(() => schema.encode({ a: 1 }))).toBe(1)
  expect(generatedBy(() => schema.encode({ a: 2 }))).toBe(0)
})

test('nothing is generated for a default when it is made, and never where that is not wanted', () => {
  const older = struct({ a: u8 })
  expect(generatedBy(withObject)).toBe(0)
  const schema = withObject()
  const message = Uint8Array.of(7)
  const wanted = { a: 7, b: { c: 1, d: ['x'] } }
  const read = (reader: Schema<Infer<typeof schema>, InferView<typeof schema>>): void => {
    expect(reader.decode(message)).toEqual(wanted)
    expect(reader.view(message).b.copy()).toEqual(wanted.b)
    expect(reader.view(message).copy()).toEqual(wanted)
  }
  const walked = schema.with({ codegen: 'never' })
  expect(generatedBy(() => read(readerOf(walked, older.description)))).toBe(0)
  expect(generatedBy(() => walked.decode(walked.encode({ a: 1 } as never)))).toBe(0)
  expect(generatedBy(() => walked.draft())).toBe(0)
  const reader = readerOf(schema, older.description)
  expect(generatedBy(() => read(reader))).toBe(4)
  expect(generatedBy(() => read(reader))).toBe(0)
})

function withObject() {
  return struct({ a: u8, b: withDefault(struct({ c: f64, d: list(string) }), { c: 1, d: ['x'] }) })
}

/** How many times code is generated by `act`. */
function generatedBy(act: () => unknown): number {
  const { Function: real } = globalThis
  let calls = 0
  globalThis.Function = new Proxy(real, { apply: (target, self, args) => (calls++, Reflect.apply(target, self, args)) })
  try {
    act()
    return calls
  } finally {
    globalThis.Function = real
  }
}

test('compile() gives undefined, and schemas work, where the page forbids to generate code', async () => {
  const { Function: real } = globalThis
  globalThis.Function = (() => {
    throw new EvalError('refused')
  }) as never
  try {
    expect(compile({ body: 'return 1', bindings: {} })).toBeUndefined()
    const schema = struct({ a: u8 })
    expect(schema.decode(schema.encode({ a: 5 }))).toEqual({ a: 5 })
  } finally {
    globalThis.Function = real
    const { forbidCodegen } = await import('../../src/codec/codegen.ts')
    forbidCodegen(false)
  }
})

test('the fingerprint tells schemas apart by names, order and types, not by identity', () => {
  const one = struct({ a: u8, b: optional(string) })
  expect(one.fingerprint).toBe(struct({ a: u8, b: optional(string) }).fingerprint)
  expect(one.with({ checked: false }).fingerprint).toBe(one.fingerprint)
  const others = [
    struct({ b: optional(string), a: u8 }),
    struct({ a: u8, b: string }),
    struct({ a: i8, b: optional(string) }),
    struct({ a: u8, c: optional(string) }),
    tuple(u8, optional(string)),
    tree,
    struct({ value: u8, children: list(recursive(() => one)) }),
  ]
  expect(new Set([one, ...others].map(({ fingerprint }) => fingerprint)).size).toBe(others.length + 1)
  expect(others.every(({ fingerprint }) => Number.isSafeInteger(fingerprint) && fingerprint >= 0)).toBe(true)
})

test('a schema that cannot be is refused when it is made', () => {
  expect(() => enums()).toThrow(TypeError)
  expect(() => enums('a', 'a')).toThrow(TypeError)
  expect(() => enums(['a', 'b'] as never)).toThrow(new TypeError('Cannot make enums: a name is a string, not array'))
  expect(() => flags('a', undefined as never)).toThrow('Cannot make flags: a name is a string, not undefined')
  expect(() => flags(...Array.from({ length: 33 }, String))).toThrow(TypeError)
  expect(() => fixedString(-1)).toThrow(RangeError)
  expect(() => fixedBytes(1.5)).toThrow(RangeError)
  expect(() => fixedList(u8, NaN)).toThrow(RangeError)
  expect(() => typedArray('string' as never)).toThrow(TypeError)
  for (const count of [-1, 1.5, Number.NaN, 2 ** 28 + 1])
    expect(() => columns(struct({ a: u8 }), count)).toThrow(
      new RangeError(`Cannot make columns of ${count} rows: 0 to ${2 ** 28} are possible, of numbers of one byte`),
    )
  expect(() => columns(struct({ a: string }), 2)).toThrow(
    'Cannot make a column of a: no typed array has elements of string',
  )
  expect(() => union('kind', { a: u8 })).toThrow('use structs')
  expect(() => union('kind', { a: struct({ kind: u8 }) })).toThrow('kind of "a" is u8')
})

test('draft() has an object for what is filled part by part: structs, flags, and defaults of such', () => {
  const point = struct({ x: f64, y: f64 })
  const schema = struct({
    in: struct({ deep: point }),
    flags: flags('a', 'b'),
    later: withDefault(point, { x: 1, y: 2 }),
    marks: withDefault(flags('c'), { c: true }),
    names: withDefault(list(string), ['z']),
    maybe: optional(point),
  })
  const draft = schema.draft()
  expect(draft).toEqual({ in: { deep: {} }, flags: {}, later: { x: 1, y: 2 }, marks: { c: true } })
  expect(schema.draft().later).not.toBe(draft.later)
  Object.assign(draft.in.deep, { x: 3, y: 4 })
  Object.assign(draft.flags, { a: true, b: false })
  draft.later.y = 5
  expect(schema.decode(schema.encode(draft))).toEqual({ ...draft, names: ['z'] })
  expect(() => list(point).draft()).toThrow('Cannot fill list: only structs are filled, send() a value')
})

test('ranges outside the memory are refused', () => {
  const memory = new Uint8Array(8)
  expect(() => u8.encodeInto(1, memory, 9)).toThrow('Cannot encode bytes 9 to 8 of a memory of 8')
  expect(() => u8.encodeInto(1, memory, 0, 9)).toThrow(RangeError)
  expect(() => u8.encodeInto(1, memory, -1)).toThrow(RangeError)
  expect(() => u8.decode(memory, 0, 9)).toThrow(RangeError)
  expect(() => u8.decode(memory, 1.5)).toThrow(RangeError)
  expect(() => u8.decodeInto({} as never, memory)).toThrow(TypeError)
})

function tableOf(count: number): unknown {
  return { id: new Uint8Array(count).fill(7), at: { x: new Float32Array(count).fill(0.5) } }
}

function flagsOf(count: number, set: number): Record<string, boolean> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, index === set]))
}

test.each([
  ['field "a" of a struct', () => s.struct({ a: 5 as never }), '5'],
  ['element of a list', () => s.list(undefined as never), 'undefined'],
  ['element of a fixedList', () => s.fixedList({} as never, 2), 'an object that is no schema'],
  ['element 1 of a tuple', () => s.tuple(s.u8, null as never), 'null'],
  ['key of a map', () => s.map('string' as never, s.u8), 'string'],
  ['value of a map', () => s.map(s.string, s.struct as never), 'the function struct'],
  ['struct "a" of a union', () => s.union('kind', { a: undefined as never }), 'undefined'],
  ['value of an optional', () => s.optional(undefined as never), 'undefined'],
  ['value of a nullable', () => s.nullable(undefined as never), 'undefined'],
  ['value with a default', () => s.withDefault(undefined as never, 1), 'undefined'],
  ['row of columns', () => s.columns(undefined as never, 1), 'undefined'],
])('what is no schema is refused as the %s', (as, make, what) => {
  expect(make).toThrow(new TypeError(`Cannot use ${what} as the ${as}: use a schema, such as u8 or struct({ ... })`))
})

test('a default that needs itself is refused, where it is first needed', () => {
  const Node: AnySchema = struct({ n: u8, next: s.withDefault(nullable(recursive(() => Node)), { n: 9 }) })
  const error = /Cannot make the default: expected a value with an end, got one that leaves out a field with this very/
  expect(() => Node.encode({ n: 1 })).toThrow(error)
  expect(() => s.moduleOf([Node])).toThrow(error)
  expect(() => Node.encode({ n: 1 })).toThrow(error)
  expect(Node.decode(Node.encode({ n: 1, next: null }))).toEqual({ n: 1, next: null })
})

test('a very long path is shown by its ends, and whole in `path`', () => {
  const Chain: AnySchema = struct({ next: nullable(recursive(() => Chain)), n: u8 })
  let value: unknown = { next: null, n: 'x' }
  for (let level = 0; level < 300; level++) value = { next: value, n: 1 }
  let thrown: unknown
  try {
    Chain.encode(value)
  } catch (error) {
    thrown = error
  }
  const { message, path } = thrown as SchemaError
  expect(path).toBe(`${'next.'.repeat(300)}n`)
  expect(message).toMatch(/^Cannot encode next\.next.*…(next\.|ext\.|xt\.|t\.|\.)*n: expected u8, got string$/)
  expect(message.length).toBeLessThan(300)
})

test.each(['auto', 'never'] as const)(
  'dates are what was sent, whatever a test has put in the place of Date: %s',
  (codegen) => {
    const schema = struct({ at: date }).with({ codegen })
    const written = schema.encode({ at: new Date(5) })
    class FixedDate extends Date {
      constructor() {
        super(99)
      }
    }
    vi.stubGlobal('Date', FixedDate)
    try {
      expect([schema.decode(written).at.getTime(), schema.view(written).at.getTime()]).toEqual([5, 5])
    } finally {
      vi.unstubAllGlobals()
    }
  },
)
