import { expect, expectTypeOf, test } from 'vitest'
import {
  any,
  bool,
  bytes,
  columns,
  date,
  enums,
  f32,
  f64,
  fixedList,
  flags,
  type Infer,
  list,
  literal,
  map,
  nullable,
  optional,
  recursive,
  type Schema,
  SchemaError,
  string,
  struct,
  tuple,
  typedArray,
  u64,
  u8,
  union,
  withDefault,
} from '../../src/schema/index.ts'

test('Infer gives the type of the values', () => {
  expectTypeOf<Infer<typeof u8>>().toEqualTypeOf<number>()
  expectTypeOf<Infer<typeof u64>>().toEqualTypeOf<bigint>()
  expectTypeOf<Infer<typeof date>>().toEqualTypeOf<Date>()
  expectTypeOf<Infer<typeof bytes>>().toEqualTypeOf<Uint8Array>()
  expectTypeOf<Infer<typeof any>>().toEqualTypeOf<unknown>()
})

test('choices keep their names', () => {
  const side = enums('buy', 'sell')
  expectTypeOf<Infer<typeof side>>().toEqualTypeOf<'buy' | 'sell'>()
  const bits = flags('a', 'b')
  expectTypeOf<Infer<typeof bits>>().toEqualTypeOf<Record<'a' | 'b', boolean>>()
  const one = literal('x')
  expectTypeOf<Infer<typeof one>>().toEqualTypeOf<'x'>()
})

test('containers infer what is in them', () => {
  const person = struct({
    name: string,
    age: optional(u8),
    tags: list(string),
    home: nullable(struct({ zip: string })),
  })
  expectTypeOf<Infer<typeof person>>().toEqualTypeOf<{
    name: string
    age?: number | undefined
    tags: string[]
    home: { zip: string } | null
  }>()
  const pair = tuple(u8, string)
  expectTypeOf<Infer<typeof pair>>().toEqualTypeOf<[number, string]>()
  const lookup = map(string, fixedList(bool, 2))
  expectTypeOf<Infer<typeof lookup>>().toEqualTypeOf<Map<string, boolean[]>>()
  const samples = typedArray('f32')
  expectTypeOf<Infer<typeof samples>>().toEqualTypeOf<Float32Array>()
})

test('other options leave the type as it is', () => {
  const [options, x] = [{ checked: false }, f32.with({ codegen: 'never' })]
  const point = struct({ x, y: optional(f64).with(options) }).with(options)
  expectTypeOf<Infer<typeof point>>().toEqualTypeOf<{ x: number; y?: number | undefined }>()
  const table = columns(struct({ x }).with(options), 10)
  expectTypeOf<Infer<typeof table>>().toEqualTypeOf<{ x: Float32Array }>()
})

test('columns infer the typed array of each number', () => {
  const table = columns(struct({ at: struct({ x: f32, y: f64 }), id: u64 }), 10)
  expectTypeOf<Infer<typeof table>>().toEqualTypeOf<{ at: { x: Float32Array; y: Float64Array }; id: BigUint64Array }>()
})

test('a union is told apart by its tag', () => {
  const shape = union('kind', { circle: struct({ r: f64 }), square: struct({ kind: literal('square'), side: f64 }) })
  expectTypeOf<Infer<typeof shape>>().toEqualTypeOf<{ kind: 'circle'; r: number } | { kind: 'square'; side: number }>()
})

test('values are checked by the compiler on the way in and out', () => {
  interface Tree {
    value: number
    children: Tree[]
  }
  const tree: Schema<Tree> = struct({ value: u8, children: list(recursive(() => tree)) })
  expectTypeOf(tree.encode).parameter(0).toEqualTypeOf<Tree>()
  expectTypeOf(tree.decode).returns.toEqualTypeOf<Tree>()
  // @ts-expect-error: not a number
  expectTypeOf(tree.encode).toBeCallableWith({ value: 'x', children: [] })
})

test('a default is a value of its schema, and does not widen it', () => {
  const side = withDefault(enums('buy', 'sell'), 'buy')
  expectTypeOf<Infer<typeof side>>().toEqualTypeOf<'buy' | 'sell'>()
  const none = withDefault(nullable(list(string)), null)
  expectTypeOf<Infer<typeof none>>().toEqualTypeOf<string[] | null>()
  // @ts-expect-error: not one of the names
  expect(() => withDefault(enums('buy', 'sell'), 'hold')).toThrow(SchemaError)
  // @ts-expect-error: not a number
  expect(() => withDefault(u8, undefined)).toThrow(SchemaError)
})
