/** Recursive schemas of every kind that may be between one level and the next, narrow and wide. */

import * as s from '../../src/schema/index.ts'

export interface Deep {
  readonly name: string
  readonly schema: s.AnySchema
  /** A value around another; around none: the innermost. */
  readonly around: (inner: unknown) => unknown
  /** How many may be inside one another: fewer where containers stand between them. */
  readonly most: number
}

const FIELDS: readonly (readonly [s.AnySchema, unknown])[] = [
  [s.f64, 1.5],
  [s.string, 'abc'],
  [s.optional(s.string), undefined],
  [s.list(s.string), ['x', 'y']],
  [s.bool, true],
  [s.nullable(s.f64), null],
  [s.list(s.struct({ a: s.string, b: s.u8 })), [{ a: 'q', b: 1 }]],
  [s.optional(s.bool), true],
]

const named = <T>(count: number, make: (index: number) => T): Record<string, T> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, make(index)]))
const fields = (count: number) => named(count, (index) => FIELDS[index % FIELDS.length]![0])
const values = (count: number) => {
  return Object.fromEntries(
    Object.entries(named(count, (index) => FIELDS[index % FIELDS.length]![1])).filter(
      ([, value]) => value !== undefined,
    ),
  )
}

function structOf(count: number): Deep {
  const schema: s.AnySchema = s.struct({ next: s.nullable(s.recursive(() => schema)), ...fields(count) })
  return {
    most: 500,
    name: `struct of ${count}`,
    schema,
    around: (inner) => ({ next: inner ?? null, ...values(count) }),
  }
}

function listOf(count: number): Deep {
  const schema: s.AnySchema = s.struct({ ...fields(count), in: s.list(s.recursive(() => schema)) })
  return {
    most: 500,
    name: `list in a struct of ${count}`,
    schema,
    around: (inner) => ({ ...values(count), in: inner === undefined ? [] : [inner] }),
  }
}

function mapOf(count: number): Deep {
  const schema: s.AnySchema = s.struct({
    ...fields(count),
    in: s.map(
      s.string,
      s.recursive(() => schema),
    ),
  })
  return {
    most: 500,
    name: `map in a struct of ${count}`,
    schema,
    around: (inner) => ({ ...values(count), in: new Map(inner === undefined ? [] : [['k', inner]]) }),
  }
}

function tupleOf(count: number): Deep {
  const strings = Array.from({ length: count }, () => s.string)
  const schema: s.AnySchema = s.tuple(s.u8, s.nullable(s.recursive(() => schema)), ...strings)
  return {
    most: 500,
    name: `tuple of ${count}`,
    schema,
    around: (inner) => [1, inner ?? null, ...strings.map(() => 'x')],
  }
}

export function unionOf(count: number): Deep {
  const inner = s.recursive((): s.AnySchema => schema)
  const variant = () =>
    s.struct({
      name: s.string,
      raw: s.optional(s.string),
      left: s.nullable(inner),
      args: s.list(inner),
      body: s.optional(s.list(inner)),
      flags: s.list(s.string),
      at: s.tuple(s.u32, s.u32),
    })
  const schema: s.AnySchema = s.union('kind', { leaf: s.struct({}), ...named(count, variant) })
  return { most: 500, name: `union of ${count}`, schema, around: aroundInUnion }
}

function aroundInUnion(inner: unknown): unknown {
  if (inner === undefined) return { kind: 'leaf' }
  return { kind: 'f1', name: 'n', left: { kind: 'leaf' }, args: [inner], flags: ['a'], at: [1, 2] }
}

/** Large parts that are no way to the next level, and one that is. */
function partsOf(count: number): Deep {
  const plain = s.struct(fields(count))
  const schema: s.AnySchema = s.struct({
    plain,
    rows: s.list(s.struct(named(count, () => s.string))),
    part: s.struct({ ...fields(count), next: s.nullable(s.recursive(() => schema)) }),
  })
  const row = named(count, () => 'x')
  return {
    most: 500,
    name: `parts of ${count}`,
    schema,
    around: (inner) => ({ plain: values(count), rows: [row, row], part: { ...values(count), next: inner ?? null } }),
  }
}

/** `layers` containers between one level and the next, each around the one before. */
function layered(
  name: string,
  layers: number,
  most: number,
  type: (inner: s.AnySchema) => s.AnySchema,
  around: (inner: unknown) => unknown,
): Deep {
  let inside: s.AnySchema = s.nullable(s.recursive((): s.AnySchema => schema))
  for (let layer = 0; layer < layers; layer++) inside = type(inside)
  const schema: s.AnySchema = s.struct({ inside })
  return {
    name: `${layers} ${name}`,
    schema,
    most,
    around: (inner) => {
      let value: unknown = inner ?? null
      for (let layer = 0; layer < layers; layer++) value = around(value)
      return { inside: value }
    },
  }
}

const strings = named(12, () => s.string)
const texts = named(12, () => 'x')
const other = s.struct({ text: s.string, texts: s.list(s.string) })

const layeredSchemas = [
  layered('list', 1, 500, s.list, (inner) => [inner]),
  layered('lists', 2, 250, s.list, (inner) => [inner]),
  layered('lists', 3, 250, s.list, (inner) => [inner]),
  layered('lists', 8, 100, s.list, (inner) => [inner]),
  layered(
    'maps',
    10,
    62,
    (inner) => s.map(s.string, inner),
    (inner) => new Map([['key', inner]]),
  ),
  layered(
    'wide structs',
    12,
    125,
    (inner) => s.struct({ ...strings, inner }),
    (inner) => ({ ...texts, inner }),
  ),
  layered(
    'lists of wide structs',
    4,
    125,
    (inner) => s.list(s.struct({ ...strings, inner })),
    (inner) => [{ ...texts, inner }],
  ),
  layered(
    'unions',
    6,
    125,
    (inner) => s.union('kind', { inner: s.struct({ inner }), other }),
    (inner) => ({ kind: 'inner', inner }),
  ),
  layered(
    'fixed lists of tuples',
    5,
    166,
    (inner) => s.fixedList(s.tuple(s.string, inner, s.bool), 1),
    (inner) => [['x', inner, true]],
  ),
  layered(
    'optional lists of lists of nullable structs',
    3,
    125,
    (inner) => s.struct({ rows: s.optional(s.list(s.list(s.nullable(inner)))) }),
    (inner) => ({ rows: [[inner]] }),
  ),
]

export const deepSchemas: readonly Deep[] = [
  ...[2, 20, 100].flatMap((count) => [
    structOf(count),
    listOf(count),
    mapOf(count),
    tupleOf(count),
    unionOf(count > 50 ? 50 : count),
    partsOf(count),
  ]),
  ...layeredSchemas,
]

/** `count` values inside one another. */
export function nested({ around }: Deep, count: number): unknown {
  let value: unknown
  for (let level = 0; level < count; level++) value = around(value)
  return value
}
