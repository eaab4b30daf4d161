/** Every kind of type in every kind that has parts: what only shows where two of them meet. */

import { describe, expect, test } from 'vitest'
import { compile } from '../../src/schema/compile.ts'
import * as s from '../../src/schema/index.ts'
import { ListRecordView, RecordView } from '../../src/schema/record-view.ts'
import { difference } from '../codec/difference.ts'

interface Sample {
  readonly name: string
  readonly schema: s.AnySchema
  /** Makes one, which shares no object with another. */
  readonly value: () => unknown
}

const tree: s.AnySchema = s.struct({ n: s.u8, next: s.optional(s.recursive(() => tree)) })
const point = s.struct({ x: s.f32, copy: s.string, constructor: s.bool })
const aPoint = () => ({ x: 0.5, copy: 'ab', constructor: true })

const leaves: readonly Sample[] = [
  ...[s.u8, s.u16, s.u32, s.i8, s.i16, s.i32, s.u53, s.i53, s.varint, s.f32, s.f64].map((schema) => {
    return { name: schema.type.name, schema, value: () => 100 }
  }),
  { name: 'u64', schema: s.u64, value: () => 2n ** 63n },
  { name: 'i64', schema: s.i64, value: () => -1n },
  { name: 'bool', schema: s.bool, value: () => true },
  { name: 'date', schema: s.date, value: () => new Date(1e12) },
  { name: 'string', schema: s.string, value: () => 'é漢' },
  { name: 'latin1', schema: s.latin1, value: () => 'é'.repeat(300) },
  { name: 'fixedString', schema: s.fixedString(3), value: () => 'ab' },
  { name: 'bytes', schema: s.bytes, value: () => Uint8Array.of(1, 2, 3) },
  { name: 'fixedBytes', schema: s.fixedBytes(2), value: () => Uint8Array.of(1, 2) },
  { name: 'typedArray', schema: s.typedArray('f64'), value: () => Float64Array.of(1, 2) },
  { name: 'enums', schema: s.enums('a', 'b'), value: () => 'b' },
  { name: 'flags', schema: s.flags('copy', 'b'), value: () => ({ copy: true, b: false }) },
  { name: 'literal', schema: s.literal('x'), value: () => 'x' },
  { name: 'any', schema: s.any, value: () => new Map([[1, { a: [1] }]]) },
  { name: 'columns', schema: s.columns(s.struct({ copy: s.u8 }), 2), value: () => ({ copy: Uint8Array.of(1, 2) }) },
]

const around: Readonly<Record<string, (inner: Sample) => Omit<Sample, 'name'>>> = {
  list: ({ schema, value }) => ({ schema: s.list(schema), value: () => [value(), value(), value()] }),
  fixedList: ({ schema, value }) => ({ schema: s.fixedList(schema, 2), value: () => [value(), value()] }),
  tuple: ({ schema, value }) => ({ schema: s.tuple(s.string, schema), value: () => ['first', value()] }),
  map: ({ schema, value }) => ({ schema: s.map(s.u8, schema), value: () => new Map([[1, value()]]) }),
  'keys of a map': ({ schema, value }) => ({
    schema: s.map(schema, s.string),
    value: () => new Map([[value(), 'one']]),
  }),
  struct: ({ schema, value }) => ({
    schema: s.struct({ before: s.string, it: schema, after: s.list(s.string) }),
    value: () => ({ before: 'a', it: value(), after: ['b'] }),
  }),
  optional: ({ schema, value }) => ({
    schema: s.struct({ it: s.optional(schema), not: s.optional(schema), end: s.string }),
    value: () => ({ it: value(), end: 'e' }),
  }),
  nullable: ({ schema, value }) => ({
    schema: s.list(s.nullable(schema)),
    value: () => [null, value(), null, value()],
  }),
  withDefault: ({ schema, value }) => ({ schema: s.withDefault(schema, value()), value }),
  union: ({ schema, value }) => ({
    schema: s.union('kind', { a: s.struct({ it: schema }), copy: s.struct({ kind: s.literal('copy'), at: schema }) }),
    value: () => ({ kind: 'copy', at: value() }),
  }),
  recursive: ({ schema, value }) => {
    const whole: s.AnySchema = s.struct({ it: schema, rest: s.list(s.recursive(() => whole)) })
    return { schema: whole, value: () => ({ it: value(), rest: [{ it: value(), rest: [] }] }) }
  },
}

const samples: readonly Sample[] = [
  ...leaves,
  { name: 'struct', schema: point, value: aPoint },
  { name: 'recursive(struct)', schema: s.recursive(() => tree), value: () => ({ n: 1, next: { n: 2 } }) },
  ...Object.entries(around).flatMap(([name, make]) =>
    [leaves[0]!, leaves.find((leaf) => leaf.name === 'bool')!, { name: 'struct', schema: point, value: aPoint }].map(
      (inner) => ({ name: `${name}(${inner.name})`, ...make(inner) }),
    ),
  ),
]

describe.each(Object.keys(around))('%s', (name) => {
  test.each(samples)('of $name', (inner) => {
    const { schema, value } = around[name]!(inner)
    for (const program of schema.programs()) expect(compile(program), program.body).toBeDefined()
    const bytes = schema.encode(value())
    for (const one of [schema, schema.with({ codegen: 'never' }), s.readerOf(schema, schema.description)]) {
      expect([...one.encode(value())]).toEqual([...bytes])
      requireEqual(one.decode(bytes), value())
      const viewer = one.viewer()
      const view = viewer.at(bytes, 0, bytes.length)
      requireEqual(one.copyOf(view), value())
      lookInto(view, value())
      viewer.release()
      if (schema.type.refilled !== undefined) requireRefilled(one, bytes, value())
    }
    requireUnknown({ name, schema, value })
  })
})

// Each property and element of a view is a view or the value itself.
function lookInto(view: unknown, value: unknown): void {
  // Of what is over the memory only the contents count.
  if (ArrayBuffer.isView(view)) return requireEqual((view as Uint8Array).slice(), value)
  if (!(view instanceof RecordView)) return requireEqual(view, value)
  if (view instanceof ListRecordView) {
    for (const [index, element] of (value as readonly unknown[]).entries()) lookInto(view.at(index), element)
  } else for (const [name, part] of Object.entries(value as object)) lookInto(view[name as 'copy'], part)
}

function requireRefilled(schema: s.AnySchema, bytes: Uint8Array, value: unknown): void {
  const target = Array.isArray(value) ? [] : {}
  for (let times = 0; times < 2; times++) {
    expect(schema.decodeInto(target, bytes)).toBe(bytes.length)
    expect([...schema.encode(target)]).toEqual([...bytes])
  }
}

// An older side reads past it, a newer one finds its default.
function requireUnknown({ schema, value }: Sample): void {
  const old = s.struct({ id: s.string })
  const now = s.struct({ id: s.string, more: s.withDefault(schema, value()) })
  requireEqual(s.readerOf(old, now.description).decode(now.encode({ id: 'a', more: value() })), { id: 'a' })
  const read = s.readerOf(now, old.description)
  const bytes = old.encode({ id: 'b' })
  requireEqual(read.decode(bytes), { id: 'b', more: value() })
  requireEqual(read.copyOf(read.view(bytes)), { id: 'b', more: value() })
  const draft = now.draft()
  draft.id = 'c'
  requireEqual(now.decode(now.encode(draft)), { id: 'c', more: value() })
}

function requireEqual(actual: unknown, expected: unknown): void {
  expect(difference(actual, expected)).toBeUndefined()
}
