import { assert, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as s from '../../src/schema/index.ts'
import { descriptionOf, parseDescription } from '../../src/schema/description.ts'
import { difference } from '../codec/difference.ts'
import { randomFrom } from '../codec/graph.ts'
import { randomSchema } from './random-schema.ts'
import { amountOfRun } from '../../../../tools/short-run.mjs'

const First = s.struct({ symbol: s.string, last: s.f64 })
const Second = s.struct({
  symbol: s.string,
  last: s.f64,
  volume: s.withDefault(s.f64, 1.5),
  tags: s.withDefault(s.list(s.string), ['new']),
  note: s.optional(s.string),
})

function around<T>(inner: s.Schema<T, any>) {
  return s.struct({ all: s.list(inner), one: inner, maybe: s.optional(inner), last: s.u8 })
}

function kinds<T>(inner: s.Schema<T, any>) {
  return s.union('kind', { quote: inner, none: s.struct({}) })
}

function inside<T>(inner: s.Schema<T, any>) {
  return s.struct({ one: kinds(inner), two: s.fixedList(inner, 2), last: s.u8 })
}

function mismatch(ours: s.AnySchema, theirs: s.AnySchema): s.SchemaMismatch {
  try {
    s.readerOf(ours, theirs.description)
  } catch (error) {
    expect(error).toBeInstanceOf(s.SchemaMismatch)
    return error as s.SchemaMismatch
  }
  throw new Error('no mismatch')
}

describe.each(['auto', 'never'] as const)('readerOf() with codegen %s', (codegen) => {
  const first = First.with({ codegen })
  const second = Second.with({ codegen })

  test('a newer schema reads what an older one wrote, with its defaults', () => {
    const bytes = first.encode({ symbol: 'A', last: 2 })
    const reader = s.readerOf(second, first.description)
    expect(reader.decode(bytes)).toEqual({ symbol: 'A', last: 2, volume: 1.5, tags: ['new'] })
    const view = reader.view(bytes)
    expect([view.symbol, view.last, view.volume, [...view.tags], view.note]).toEqual(['A', 2, 1.5, ['new'], undefined])
    expect(view.copy()).toEqual({ symbol: 'A', last: 2, volume: 1.5, tags: ['new'] })
  })

  test('a default that the writer does not know is read as one that was written, in every way', () => {
    const older = s.struct({ last: s.f64 })
    const newer = s
      .struct({ last: s.f64, rate: s.withDefault(s.f32, 0.1), count: s.withDefault(s.varint, -0) })
      .with({ codegen })
    const written = newer.decode(newer.encode({ last: 1 } as s.Infer<typeof newer>))
    const reader = s.readerOf(newer, older.description)
    const bytes = older.encode({ last: 1 })
    const { rate, count } = reader.view(bytes)
    expect(written).toStrictEqual({ last: 1, rate: Math.fround(0.1), count: 0 })
    expect(reader.decode(bytes)).toStrictEqual(written)
    expect({ last: 1, rate, count }).toStrictEqual(written)
  })

  test('a default may be of the type that it is in, which is not made yet', () => {
    interface Tree {
      name: string
      under?: Tree[]
      mate?: Tree | null
    }
    const under: Tree[] = [{ name: 'a leaf of some length', under: [], mate: null }]
    const Tree: s.Schema<Tree, any> = s
      .struct({
        name: s.string,
        under: s.withDefault(s.list(s.recursive((): s.Schema<Tree, any> => Tree)), under),
        mate: s.withDefault(s.nullable(s.recursive((): s.Schema<Tree, any> => Tree)), null),
      })
      .with({ codegen }) as never
    const value = { name: 'root', mate: { name: 'another text, of others', under: [] } }
    const whole = { name: 'root', under, mate: { name: 'another text, of others', under: [], mate: null } }
    expect(Tree.decode(Tree.encode(value))).toStrictEqual(whole)
    expect(Tree.view(Tree.encode(value)).copy()).toStrictEqual(whole)
    const newer = s.struct({ id: s.u8, tree: s.withDefault(Tree, value) }).with({ codegen })
    const reader = s.readerOf(newer, s.struct({ id: s.u8 }).description)
    expect(reader.decode(Uint8Array.of(7))).toStrictEqual({ id: 7, tree: whole })
  })

  test('a default of a type that is not made yet, and that does not fit, is an error of the first that needs it', () => {
    // As bundlers write it: undefined until then.
    // oxlint-disable-next-line no-var
    var Tree: s.Schema<any, any> = s
      .struct({ id: s.u8, under: s.withDefault(s.list(s.recursive((): s.Schema<any, any> => Tree)), [1]) })
      .with({ codegen })
    expect(Tree.decode(Tree.encode({ id: 1, under: [] }))).toStrictEqual({ id: 1, under: [] })
    expect(() => Tree.encode({ id: 1 })).toThrow(s.SchemaError)
  })

  test('a default that the writer does not know is viewed as one that it has written', () => {
    const Added = s.struct({ all: s.list(s.u8), kind: s.union('k', { a: s.struct({ n: s.u8 }) }) })
    const added = { all: [1, 2], kind: { k: 'a' as const, n: 3 } }
    const newer = s.struct({ last: s.f64, added: s.withDefault(Added, added) }).with({ codegen })
    const older = s.struct({ last: s.f64 })
    const written = newer.view(newer.encode({ last: 1, added }))
    const absent = s.readerOf(newer, older.description).view(older.encode({ last: 1 }))
    for (const view of [written, absent]) {
      expect(view.added.copy()).toEqual(added)
      expect(view.added.all.copy()).toEqual([1, 2])
      expect([view.added.all.at(-1), view.added.kind.n, view.added.kind.copy()]).toEqual([2, 3, added.kind])
    }
  })

  // Found by a reader: views showed what every object inherits, and an object that is filled again kept its value of before.
  test('an optional field that the writer does not know is undefined, whatever its name', () => {
    const older = s.struct({ id: s.u32 })
    const fields = { copy: s.optional(s.u8), toString: s.optional(s.string), constructor: s.optional(s.list(s.u8)) }
    const newer = s.struct({ id: s.u32, ...fields, note: s.optional(s.string) }).with({ codegen })
    const reader = s.readerOf(newer, older.description)
    const bytes = older.encode({ id: 2 })
    const view = reader.view(bytes)
    expect([view.id, view.copy, view.toString, view.constructor, view.note]).toEqual([2, ...Array(4).fill(undefined)])
    expect(Object.keys(newer.copyOf(view))).toEqual(['id'])
    expect(Object.keys(reader.decode(bytes) as object)).toEqual(['id'])
    const all = { id: 1, copy: 1, toString: 'x', constructor: [1], note: 'of 1' } as never
    const filledTwice = (refill: (target: never) => void): object => {
      const target = {}
      newer.decodeInto(target as never, newer.encode(all))
      refill(target as never)
      return target
    }
    const filled = filledTwice((target) => reader.decodeInto(target, bytes))
    const same = filledTwice((target) => newer.decodeInto(target, newer.encode({ id: 2 } as never)))
    expect(filled).toStrictEqual(same)
    expect(filled).toMatchObject({ id: 2, note: undefined })
  })

  test('an older schema reads what a newer one wrote, without its new fields', () => {
    const bytes = second.encode({ symbol: 'A', last: 2, volume: 3, tags: ['x', 'y'], note: 'long'.repeat(99) })
    const reader = s.readerOf(first, second.description)
    expect(reader.decode(bytes)).toEqual({ symbol: 'A', last: 2 })
    const view = reader.view(bytes)
    expect([view.symbol, view.last]).toEqual(['A', 2])
    expect('volume' in view).toBe(false)
    expect(view.copy()).toEqual({ symbol: 'A', last: 2 })
    const filled = { symbol: '', last: 0 }
    reader.decodeInto(filled, bytes)
    expect(filled).toEqual({ symbol: 'A', last: 2 })
  })

  test('a default is a new value each time', () => {
    const reader = s.readerOf(second, first.description)
    const bytes = first.encode({ symbol: 'A', last: 2 })
    reader.decode(bytes).tags.push('changed')
    expect(reader.decode(bytes).tags).toEqual(['new'])
  })

  test('a change to the view of a default changes only that view', () => {
    const added = { all: Uint8Array.of(1, 2), numbers: Float64Array.of(3) }
    const Added = s.struct({ all: s.bytes, numbers: s.typedArray('f64') })
    const older = s.struct({ last: s.f64 })
    const newer = s.struct({ last: s.f64, added: s.withDefault(Added, added) }).with({ codegen })
    const reader = s.readerOf(newer, older.description)
    const bytes = older.encode({ last: 1 })
    const { all, numbers } = reader.view(bytes).added
    all[0] = 99
    numbers[0] = 99
    expect(reader.decode(bytes)).toEqual({ last: 1, added })
    expect(reader.view(bytes).added.copy()).toEqual(added)
    expect(newer.decode(newer.encode({ last: 1 } as s.Infer<typeof newer>))).toEqual({ last: 1, added })
  })

  test('an absent key of a field with a default is written as the default', () => {
    const bytes = second.encode({ symbol: 'A', last: 2 } as s.Infer<typeof Second>)
    expect(second.decode(bytes)).toEqual({ symbol: 'A', last: 2, volume: 1.5, tags: ['new'] })
  })

  test('structs in lists, in optional values and in structs may have gained fields too', () => {
    const older = around(First).with({ codegen })
    const newer = around(Second).with({ codegen })
    const value = { symbol: 'A', last: 2 }
    const read = s.readerOf(newer, older.description).decode(older.encode({ all: [value, value], one: value, last: 7 }))
    const filled = { ...value, volume: 1.5, tags: ['new'] }
    expect(read).toEqual({ all: [filled, filled], one: filled, last: 7 })
  })

  test('structs of a union and of a fixedList may have gained fields too', () => {
    const [older, newer] = [inside(First).with({ codegen }), inside(Second).with({ codegen })]
    const value = { symbol: 'A', last: 2 }
    const old = { one: { kind: 'quote', ...value }, two: [value, value], last: 7 } as const
    const added = { volume: 3, tags: ['x'], note: 'n' }
    const grown = { one: { ...old.one, ...added }, two: [value, value].map((one) => ({ ...one, ...added })), last: 7 }
    const filled = { volume: 1.5, tags: ['new'] }
    const wanted = {
      one: { ...old.one, ...filled },
      two: [value, value].map((one) => ({ ...one, ...filled })),
      last: 7,
    }
    for (const [reader, bytes, expected] of [
      [s.readerOf(newer, older.description), older.encode(old as never), wanted],
      [s.readerOf(older, newer.description), newer.encode(grown as never), old],
    ] as const) {
      expect(reader.decode(bytes)).toEqual(expected)
      expect(reader.view(bytes).copy()).toEqual(expected)
    }
  })
})

describe('a change that no version may make is named, with both types', () => {
  test.each([
    ['another type', s.struct({ a: s.f64 }), s.struct({ a: s.f32 }), 'a', 'f64', 'f32'],
    [
      'another type inside',
      s.struct({ b: s.list(s.struct({ p: s.f64 })) }),
      s.struct({ b: s.list(s.struct({ p: s.u8 })) }),
      'b[].p',
      'f64',
      'u8',
    ],
    ['another name', s.struct({ a: s.f64 }), s.struct({ b: s.f64 }), 'a', 'f64', 'a field named "b"'],
    [
      'a field more without a default',
      s.struct({ a: s.f64, b: s.u8 }),
      s.struct({ a: s.f64 }),
      'b',
      'u8',
      'no such field',
    ],
    [
      'a field less without a default',
      s.struct({ a: s.f64 }),
      s.struct({ a: s.f64, b: s.u8 }),
      'b',
      'no such field',
      'u8',
    ],
    [
      'another name of enums',
      s.struct({ a: s.enums('x', 'y') }),
      s.struct({ a: s.enums('x', 'z') }),
      'a',
      'enums["x","y"]',
      'enums["x","z"]',
    ],
    [
      'another type in a struct of a union',
      s.union('kind', { a: s.struct({ n: s.u8 }), b: s.struct({ p: s.f64 }) }),
      s.union('kind', { a: s.struct({ n: s.u8 }), b: s.struct({ p: s.u8 }) }),
      'b.p',
      'f64',
      'u8',
    ],
    [
      'another struct in a union',
      s.union('kind', { a: s.struct({}) }),
      s.union('kind', { b: s.struct({}) }),
      '',
      'union("kind"){"a":struct{"kind":literal("a")}}',
      'union("kind"){"b":struct{"kind":literal("b")}}',
    ],
    [
      'another property that tells',
      s.union('a', { x: s.struct({}) }),
      s.union('b', { x: s.struct({}) }),
      '',
      'union("a"){"x":struct{"a":literal("x")}}',
      'union("b"){"x":struct{"b":literal("x")}}',
    ],
    ['another length', s.fixedList(s.u8, 2), s.fixedList(s.u8, 3), '', 'fixedList(u8,2)', 'fixedList(u8,3)'],
    ['a value in place of a struct', s.f64, s.struct({ a: s.f64 }), '', 'f64', 'struct{"a":f64}'],
  ])('%s', (_, ours, theirs, path, own, other) => {
    expect(mismatch(ours, theirs)).toMatchObject({ path, ours: own, theirs: other })
  })

  test('of long texts the part is shown in which they differ', () => {
    const names = Array.from({ length: 30 }, (_, index) => `name-${index}`)
    const [ours, theirs] = [s.enums(...names, 'x'), s.enums(...names, 'yes')]
    expect(mismatch(ours, theirs).message).toBe(
      'the whole value is …name-28","name-29","x"] here and …name-28","name-29","yes"] there',
    )
  })

  test('a struct that contains itself stays as it is', () => {
    const old: s.AnySchema = s.struct({ in: s.list(s.recursive(() => old)) })
    const grown: s.AnySchema = s.struct({ in: s.list(s.recursive(() => grown)), color: s.optional(s.u8) })
    expect(mismatch(old, grown).path).toBe('in[]')
  })

  test.each([1.5, -0.25, 1e21, 5e-324, -1e-7, -0, NaN, -Infinity, 10n, -10n, null, undefined, true, '1,"'])(
    'the constant %s does not hide what differs',
    (constant) => {
      const [older, newer] = [s.f64, s.f32].map((type) => s.struct({ of: s.literal(constant), a: type }))
      expect(mismatch(older!, newer!)).toMatchObject({ path: 'a', ours: 'f64', theirs: 'f32' })
    },
  )

  test.each([
    '',
    'struct{',
    'struct{"a":f64}}',
    'list()',
    'f64 ',
    'list('.repeat(1e5),
    'struct{"a":optional(fixedString(-1))}',
    '=0',
    'f64;',
    'f64;struct{"a":optional(=2)}',
    'list(=0)',
    'struct{"a":optional(=0)}',
    'recursive(=0)',
    'struct{"a":optional(recursive(=1))}',
    `struct{"a":f64}${';list(=0)'.repeat(1e5)}`,
  ])('bytes that describe no schema: %j', (description) => {
    expect(() => s.readerOf(s.struct({}), description.slice(0, 1e6))).toThrow(s.SchemaMismatch)
  })
})

test('withDefault() refuses a default that does not fit', () => {
  expect(() => s.withDefault(s.u8, 300)).toThrow(s.SchemaError)
})

const RUNS = amountOfRun(300)

test(`${RUNS} random schemas: descriptions are taken apart, and versions read each other`, () => {
  const check = property(integer(), (seed) => {
    const random = randomFrom(seed)
    const [kept, added, filled] = [randomSchema(random, 3), randomSchema(random, 2), randomSchema(random, 2)]
    const standard = filled.value(random)
    const older = s.struct({ head: s.string, kept: kept.schema })
    const newer = s.struct({
      head: s.string,
      kept: kept.schema,
      added: s.optional(added.schema),
      filled: s.withDefault(filled.schema, standard),
    })
    expect(descriptionOf(parseDescription(newer.description))).toBe(newer.description)
    const value = { head: 'é漢', kept: kept.value(random) }
    const wanted = structuredClone(value)
    for (const codegen of ['auto', 'never'] as const) {
      const fromOlder = s.readerOf(newer.with({ codegen }), older.description).decode(older.encode(value))
      requireSame(fromOlder, { ...wanted, filled: structuredClone(standard) })
      const grown = { ...value, added: added.value(random), filled: filled.value(random) }
      const fromNewer = s.readerOf(older.with({ codegen }), newer.description)
      const bytes = newer.encode(grown)
      requireSame(fromNewer.decode(bytes), wanted)
      requireSame(fromNewer.view(bytes).copy(), wanted)
    }
  })
  assert(check, { numRuns: RUNS, endOnFailure: true })
})

function requireSame(actual: unknown, wanted: unknown): void {
  const found = difference(actual, wanted)
  if (found !== undefined) throw new Error(String(found))
}
