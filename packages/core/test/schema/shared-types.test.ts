import { describe, expect, test } from 'vitest'
import { compile } from '../../src/schema/compile.ts'
import { nested, unionOf } from './deep-schemas.ts'
import { type AnySchema, list, map, optional, string, struct, tuple, u8, union } from '../../src/schema/index.ts'

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

test('what does not fit deep inside shared types is told with the way to it', () => {
  const { schema } = levels('lists', 6)
  let value: unknown = { x: 'no number', name: '' }
  for (let level = 0; level < 6; level++) value = { a: [], b: [], c: [value] }
  expect(() => schema.encode(value)).toThrow(
    `Cannot encode ${Array.from({ length: 6 }, () => 'c[0]').join('.')}.x: expected u8, got string`,
  )
})

test.each(['lists', 'structs', 'unions'])(
  'the code of who reads another version grows no faster than that of its own: %s',
  (name) => {
    const newer: Level = {
      schema: struct({ x: u8, name: string, more: optional(u8) }),
      value: { x: 1, name: 'a', more: 2 },
    }
    const [ours, theirs] = [levels(name, 8), levels(name, 8, newer)]
    const reader = ours.schema.readerOf(theirs.schema.description)
    expect(lengthOf({ schema: reader })).toBeLessThan(lengthOf(ours) * 1.5)
    expect(reader.decode(theirs.schema.encode(theirs.value))).toEqual(ours.value)
  },
)
