import { describe, expect, test } from 'vitest'
import { compile } from '../../src/schema/compile.ts'
import { nested, unionOf } from './deep-schemas.ts'
import {
  type AnySchema,
  f64,
  fromJsonSchema,
  list,
  map,
  optional,
  readerOf,
  recursive,
  SchemaMismatch,
  string,
  struct,
  tuple,
  u16,
  u8,
  union,
} from '../../src/schema/index.ts'

interface Level {
  readonly schema: AnySchema
  readonly value: unknown
}

const bottom: Level = { schema: struct({ x: u8, name: string }), value: { x: 1, name: 'a' } }

/** Each level has the type of the one below in several places. */
const around: Readonly<Record<string, (below: Level) => Level>> = {
  lists: ({ schema, value }) => ({
    schema: struct({ a: list(schema), b: list(schema), c: list(schema) }),
    value: { a: [], b: [value], c: [] },
  }),
  structs: ({ schema, value }) => ({
    schema: struct({ a: optional(schema), n: u8, b: optional(schema), c: schema }),
    value: { n: 7, c: value },
  }),
  tuples: ({ schema, value }) => ({ schema: tuple(list(schema), string, list(schema)), value: [[], 'é漢', [value]] }),
  maps: ({ schema, value }) => ({ schema: map(list(schema), list(schema)), value: new Map([[[], [value]]]) }),
  unions: ({ schema, value }) => ({
    schema: union('kind', { a: struct({ in: list(schema) }), b: struct({ in: list(schema), name: string }) }),
    value: { kind: 'b', in: [value], name: 'é' },
  }),
}

function levels(name: string, count: number, innermost: Level = bottom): Level {
  let level = innermost
  for (let index = 0; index < count; index++) level = around[name]!(level)
  return level
}

const lengthOf = ({ schema }: Pick<Level, 'schema'>): number =>
  schema.programs().reduce((sum, { body }) => sum + body.length, 0)

describe.each(Object.keys(around))('%s of the same type', (name) => {
  test('the code grows with the number of types, not with the number of ways to them', () => {
    const [few, many] = [lengthOf(levels(name, 8)), lengthOf(levels(name, 16))]
    expect(many).toBeLessThan(few * 3)
    expect(many).toBeLessThan(500_000)
  })

  test.each([true, false])('both back ends write the same bytes and read them back, checked: %s', (checked) => {
    const { schema, value } = levels(name, 9)
    for (const program of schema.programs()) expect(compile(program)).toBeDefined()
    const generated = schema.with({ checked })
    const walked = generated.with({ codegen: 'never' })
    const bytes = generated.encode(value)
    expect([...walked.encode(value)]).toEqual([...bytes])
    for (const one of [generated, walked]) {
      expect(one.decode(bytes)).toEqual(value)
      expect(one.copyOf(one.view(bytes))).toEqual(value)
      expect(one.encodeInto(value, new Uint8Array(bytes.length - 1), 0)).toBe(-1)
      if (schema.type.refilled !== 'object') continue
      const target = {}
      expect(one.decodeInto(target, bytes)).toBe(bytes.length)
      expect([...one.encode(target)]).toEqual([...bytes])
    }
  })
})

describe.each(Object.keys(around))('the description of %s of the same type', (name) => {
  test('grows with the number of types, not with the number of ways to them', () => {
    const [few, many] = [levels(name, 8), levels(name, 40)].map(({ schema }) => schema.description.length)
    expect(many).toBeLessThan(few! * 6)
  })

  test('is the same whether they share a type or each has one of its own', () => {
    const shared = levels(name, 3).schema
    const own = struct({ a: levels(name, 3).schema, b: levels(name, 3).schema })
    expect(own.description).toBe(struct({ a: shared, b: shared }).description)
    expect(own.fingerprint).toBe(struct({ a: shared, b: shared }).fingerprint)
    expect(own.fingerprint).not.toBe(struct({ a: shared, b: levels(name, 2).schema }).fingerprint)
  })
})

test('a type that is in a schema more than once is described once, in front', () => {
  const point = struct({ left: f64, right: f64, name: string })
  const rows = list(struct({ at: point, past: list(point) }))
  const inner = 'struct{"left":f64,"right":f64,"name":string}'
  expect(struct({ a: point, b: list(u8), c: list(u8) }).description).toBe(
    `struct{"a":${inner},"b":list(u8),"c":list(u8)}`,
  )
  expect(struct({ rows, more: rows }).description).toBe(
    `${inner};list(struct{"at":=0,"past":list(=0)});struct{"rows":=1,"more":=1}`,
  )
})

test('so are recursive types', () => {
  const Tree: AnySchema = struct({ name: string, many: list(recursive(() => Tree)), all: list(recursive(() => Tree)) })
  expect(Tree.description).toBe('list(recursive(=1));struct{"name":string,"many":=0,"all":=0}')
  const two = struct({ a: recursive(() => Tree), b: recursive(() => Tree), c: list(recursive(() => Tree)) })
  expect(two.description).toBe(
    'list(=1);recursive(struct{"name":string,"many":=0,"all":=0});struct{"a":=1,"b":=1,"c":=0}',
  )
})

/** Structs each of which may contain any of the others, in a `recursive` of its own, or of the others' making. */
function mutual(count: number, last: AnySchema = u8): AnySchema {
  const kinds: AnySchema[] = Array.from({ length: count }, (_, own) =>
    struct({
      kind: own === count - 1 ? last : u8,
      ...Object.fromEntries(
        numbersTo(count).map((other) => [`k${other}`, optional(list(recursive(() => kinds[other]!)))]),
      ),
    }),
  )
  return kinds[0]!
}

function numbersTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}

test('types that contain each other are described once each', () => {
  const [few, many] = [mutual(5).description.length, mutual(40).description.length]
  expect(many).toBeLessThan(few * 80)
  expect(mutual(12).fingerprint).toBe(mutual(12).fingerprint)
  expect(mutual(12).fingerprint).not.toBe(mutual(12, u16).fingerprint)
  expect(mutual(12).fingerprint).not.toBe(mutual(11).fingerprint)
  expect(() => readerOf(mutual(12), mutual(12, u16).description)).toThrow(SchemaMismatch)
})

test('a hidden field may be of types that contain each other', () => {
  const older = struct({ name: string })
  const newer = struct({ name: string, more: optional(list(mutual(6))) })
  const reader = readerOf(older, newer.description)
  const value = { name: 'a', more: [{ kind: 1, k3: [{ kind: 2, k5: [{ kind: 3 }] }], k0: [] }] }
  for (const one of [reader, reader.with({ codegen: 'never' })])
    expect(one.decode(newer.encode(value as never))).toEqual({ name: 'a' })
})

test('so are equal types of which each is made anew, as unions of JSON Schema are', () => {
  const chain = (count: number): AnySchema => {
    if (count === 0) return struct({ text: string, other: string })
    const below = chain(count - 1)
    return struct({ a: recursive(() => below), b: recursive(() => below) })
  }
  expect(chain(60).description.length).toBeLessThan(chain(30).description.length * 3)
  const kinds = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta']
  const any = { anyOf: kinds.map((kind) => ({ $ref: `#/$defs/${kind}` })) }
  const $defs = Object.fromEntries(
    kinds.map((kind) => [
      kind,
      {
        type: 'object',
        properties: { kind: { const: kind }, left: any, list: { type: 'array', items: any } },
        required: ['kind', 'list'],
      },
    ]),
  )
  const schema = fromJsonSchema({ $defs, ...any } as never) as AnySchema
  expect(schema.description.length).toBeLessThan(2000)
})

test('a description that would be of any length if it were written out is read in the time that its own takes', () => {
  let doubled: AnySchema = struct({ name: string, other: string })
  for (let level = 0; level < 28; level++) doubled = tuple(list(doubled), list(doubled))
  const ours = struct({ name: string })
  expect(() => readerOf(ours, doubled.description)).toThrow(SchemaMismatch)
  // As the type of a field that is to be skipped.
  const newer = struct({ name: string, more: optional(doubled) })
  expect(newer.description.length).toBeLessThan(1000)
  const reader = readerOf(ours, newer.description)
  for (const one of [reader, reader.with({ codegen: 'never' })]) {
    expect(one.decode(newer.encode({ name: 'a', more: [[], [[[], []]]] } as never))).toEqual({ name: 'a' })
  }
})

test('so it is where the texts of a list would be gathered', () => {
  expect(lengthOf({ schema: list(levels('structs', 14).schema) })).toBeLessThan(500_000)
  const { schema, value } = levels('structs', 7)
  const rows = list(schema)
  const bytes = rows.encode(Array.from({ length: 20 }, () => value))
  expect([...rows.with({ codegen: 'never' }).encode(rows.decode(bytes))]).toEqual([...bytes])
})

test('a union of 255 structs that contain it takes code for each of them once, for its views too', () => {
  const [few, many] = [unionOf(63), unionOf(254)]
  expect(lengthOf(many)).toBeLessThan(lengthOf(few) * 6)
  for (const one of [many.schema, many.schema.with({ codegen: 'never' })]) {
    const view = one.view(one.encode(nested(many, 4)))
    expect(view.args.at(0).left.kind).toBe('leaf')
    expect(view.args.at(0).args.at(0).copy()).toEqual(nested(many, 2))
  }
})

test('a value that does not fit deep inside shared types is told with the path to it', () => {
  const { schema } = levels('lists', 6)
  let value: unknown = { x: 'no number', name: '' }
  for (let level = 0; level < 6; level++) value = { a: [], b: [], c: [value] }
  expect(() => schema.encode(value)).toThrow(
    `Cannot encode ${Array.from({ length: 6 }, () => 'c[0]').join('.')}.x: expected u8, got string`,
  )
})

test.each(['lists', 'structs', 'unions'])(
  'the code that reads another version grows no faster than that for its own: %s',
  (name) => {
    const newer: Level = {
      schema: struct({ x: u8, name: string, more: optional(u8) }),
      value: { x: 1, name: 'a', more: 2 },
    }
    const [ours, theirs] = [levels(name, 8), levels(name, 8, newer)]
    const reader = readerOf(ours.schema, theirs.schema.description)
    expect(lengthOf({ schema: reader })).toBeLessThan(lengthOf(ours) * 1.5)
    expect(reader.decode(theirs.schema.encode(theirs.value))).toEqual(ours.value)
  },
)

test.each(Object.keys(around))('a reader of another version with many levels is told where it differs: %s', (name) => {
  const other: Level = { schema: struct({ x: u8, name: u8 }), value: { x: 1, name: 2 } }
  const [ours, theirs] = [levels(name, 30), levels(name, 30, other)]
  const error = caught(() => readerOf(ours.schema, theirs.schema.description))
  expect(error).toBeInstanceOf(SchemaMismatch)
  expect((error as SchemaMismatch).message.length).toBeLessThan(1000)
})

function caught(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error
  }
}
