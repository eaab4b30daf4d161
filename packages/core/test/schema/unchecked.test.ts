/** Without checks a value that does not fit gives bytes that mean something else, a `SchemaError` or a `TypeError`: soon. */

import { describe, expect, test } from 'vitest'
import {
  type AnySchema,
  date,
  f32,
  f64,
  i16,
  i32,
  i53,
  i64,
  i8,
  list,
  SchemaError,
  struct,
  u16,
  u32,
  u53,
  u64,
  u8,
  varint,
} from '../../src/schema/index.ts'

const numbers = { date, f32, f64, i8, i16, i32, i53, i64, u8, u16, u32, u53, u64, varint }
const oddValues: readonly unknown[] = [
  Infinity,
  -Infinity,
  NaN,
  -1,
  1.5,
  2 ** 53,
  1e300,
  Number.MAX_VALUE,
  1n,
  -1n,
  2n ** 70n,
  'a',
  '5',
  '',
  true,
  null,
  undefined,
  {},
  [],
  Symbol('x'),
  () => 1,
  Object.create(null),
  { valueOf: () => Infinity },
  new Date(5),
]

/** The bytes, or the class and text of what is thrown. */
function outcome(schema: AnySchema, value: unknown): unknown {
  try {
    return [...schema.encode(value)]
  } catch (error) {
    const { constructor, message } = error as Error
    expect([SchemaError, TypeError]).toContain(constructor)
    // An engine's own words name what it was about to call.
    return constructor === SchemaError ? message : constructor
  }
}

describe.each(Object.entries(numbers))('an unchecked %s', (_, type) => {
  test('of any value gives bytes, a SchemaError or a TypeError, the same by both back ends', () => {
    for (const schema of [type, struct({ a: type, b: u8 }), list(type as AnySchema)] as AnySchema[]) {
      for (const odd of oddValues) {
        const value = schema === type ? odd : schema.type.name === 'list' ? [odd] : { a: odd, b: 1 }
        const generated = outcome(schema.with({ checked: false }), value)
        expect(generated).toEqual(outcome(schema.with({ checked: false, codegen: 'never' }), value))
      }
    }
  })
})

describe.each([{ checked: false }, { checked: false, codegen: 'never' }] as const)('%j', (options) => {
  test('a varint that is too large takes as many bytes as the largest', () => {
    const schema = varint.with(options)
    const most = schema.encode(Number.MAX_SAFE_INTEGER)
    for (const value of [Infinity, Number.MAX_VALUE, 2 ** 60]) {
      expect(schema.encode(value)).toEqual(most)
      expect(schema.encodeInto(value, new Uint8Array(16), 3)).toBe(3 + most.length)
    }
  })

  test.each([
    ['u64', u64],
    ['i64', i64],
  ])('what is no bigint is refused by %s with its place', (name, type) => {
    const schema = struct({ a: list(type) }).with(options)
    expect(() => schema.encode({ a: [1n, 'a' as never] })).toThrow(new SchemaError('a[1]', name, 'string'))
    expect(() => schema.encode({ a: [1n, 2n, 3 as never] })).toThrow(new SchemaError('a[2]', name, 'number'))
    expect(schema.decode(schema.encode({ a: [2n ** 64n + 1n] }))).toEqual({ a: [1n] })
  })
})
