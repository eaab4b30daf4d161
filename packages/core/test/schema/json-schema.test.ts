import { Type } from '@sinclair/typebox'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { fromJsonSchema, type Infer, SchemaError } from '../../src/schema/index.ts'

const Order = Type.Object({
  id: Type.Integer({ minimum: 0 }),
  side: Type.Union([Type.Literal('buy'), Type.Literal('sell')]),
  price: Type.Number(),
  note: Type.Optional(Type.String()),
  tags: Type.Array(Type.String()),
  at: Type.Tuple([Type.Number(), Type.Boolean()]),
  parent: Type.Union([Type.Integer(), Type.Null()]),
  data: Type.Uint8Array(),
  when: Type.Date(),
})

function shape(kind: string, name: string): object {
  return {
    type: 'object',
    properties: { kind: { const: kind }, [name]: { type: 'number' } },
    required: ['kind', name],
  }
}

describe('fromJsonSchema()', () => {
  test('makes the schema of a TypeBox object, with its type', () => {
    const schema = fromJsonSchema(Order)
    const value = {
      id: 7,
      side: 'buy' as const,
      price: 1.5,
      tags: ['a', 'b'],
      at: [1, true] as [number, boolean],
      parent: null,
      data: new Uint8Array([1, 2]),
      when: new Date(5),
    }
    expect(schema.decode(schema.encode(value))).toEqual(value)
    expect(schema.description).toBe(
      'struct{"id":f64,"side":enums["buy","sell"],"price":f64,"note":optional(string),"tags":list(string),"at":tuple[f64,bool],"parent":nullable(i53),"data":typedArray(u8),"when":date}'.replace(
        '"id":f64',
        '"id":u53',
      ),
    )
    expectTypeOf<Infer<typeof schema>['side']>().toEqualTypeOf<'buy' | 'sell'>()
    expectTypeOf<Infer<typeof schema>['note']>().toEqualTypeOf<string | undefined>()
    expectTypeOf<Infer<typeof schema>['at']>().toEqualTypeOf<[number, boolean]>()
  })

  test('infers the type of a JSON Schema that is written in place', () => {
    const schema = fromJsonSchema({
      type: 'object',
      properties: {
        name: { type: 'string' },
        age: { type: ['integer', 'null'], minimum: 0, maximum: 200 },
        kind: { enum: ['x', 'y'] },
        scores: { type: 'array', items: { type: 'number' } },
      },
      required: ['name', 'age', 'kind'],
    })
    expectTypeOf<Infer<typeof schema>>().toEqualTypeOf<{
      name: string
      age: number | null
      kind: 'x' | 'y'
      scores?: number[]
    }>()
    const value = { name: 'A', age: 5, kind: 'y' as const }
    expect(schema.decode(schema.encode(value))).toEqual(value)
    expect(schema.description).toContain('"age":nullable(u8)')
  })

  test.each([
    [{ type: 'integer', minimum: 0, maximum: 255 }, 'u8'],
    [{ type: 'integer', minimum: -1, maximum: 1 }, 'i8'],
    [{ type: 'integer', minimum: 0, maximum: 256 }, 'u16'],
    [{ type: 'integer', minimum: -129, maximum: 0 }, 'i16'],
    [{ type: 'integer', minimum: 0, maximum: 2 ** 32 - 1 }, 'u32'],
    [{ type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }, 'i32'],
    [{ type: 'integer', minimum: 0 }, 'u53'],
    [{ type: 'integer' }, 'i53'],
    [{ const: 'x' }, 'literal("x")'],
    [{ enum: ['a', 'b', null] }, 'nullable(enums["a","b"])'],
    [{ type: 'array', items: { type: 'boolean' }, minItems: 3, maxItems: 3 }, 'fixedList(bool,3)'],
    [{ type: 'array', prefixItems: [{ type: 'null' }], minItems: 1, maxItems: 1 }, 'tuple[literal(null)]'],
    [{ anyOf: [{ type: 'string' }] }, 'string'],
    [{ anyOf: [{ type: 'null' }] }, 'literal(null)'],
    [{ enum: [null] }, 'literal(null)'],
    [{ $defs: { named: { $id: '#name', type: 'string' } }, type: 'array', items: { $ref: '#name' } }, 'list(string)'],
    [{ type: 'array', prefixItems: [{}], items: false, minItems: 1 }, 'tuple[any]'],
    [{ type: 'array', prefixItems: [{}], items: {}, minItems: 1, maxItems: 1 }, 'tuple[any]'],
    [{ anyOf: [{ const: null }, { enum: ['a'] }, { const: 'b', title: 'B' }] }, 'nullable(enums["a","b"])'],
    [{}, 'any'],
    [true, 'any'],
    [{ type: 'string', title: 'T', description: 'D', default: 'a', enum: ['a', 'b'] }, 'enums["a","b"]'],
    [{ type: 'number', const: 1, examples: [1], $comment: 'one' }, 'literal(1)'],
    [{ type: ['string', 'null'], enum: ['a', 'b', null] }, 'nullable(enums["a","b"])'],
    [{ type: ['string', 'null'], anyOf: [{ type: 'string' }, { const: null }] }, 'nullable(string)'],
    [{ type: 'number', deprecated: true, $ref: '#/$defs/n', $defs: { n: { type: 'integer' } } }, 'i53'],
    [{ type: 'string', readOnly: true, $ref: '#/$defs/s', $defs: { s: { enum: ['a', 'b'] } } }, 'enums["a","b"]'],
  ])('%j is %s', (json, description) => {
    expect(fromJsonSchema(json).description).toBe(description)
  })

  test('objects that a constant tells apart are a union', () => {
    const schema = fromJsonSchema({
      type: 'object',
      discriminator: { propertyName: 'kind' },
      oneOf: [shape('circle', 'r'), shape('square', 'side')],
    })
    const value = { kind: 'square', side: 2 } as never
    expect(schema.decode(schema.encode(value))).toEqual(value)
  })

  test('references are followed, also to what contains them', () => {
    const schema = fromJsonSchema({
      $defs: {
        tree: {
          type: 'object',
          properties: { value: { type: 'number' }, in: { type: 'array', items: { $ref: '#/$defs/tree' } } },
          required: ['value', 'in'],
        },
      },
      $ref: '#/$defs/tree',
    })
    const tree = {
      value: 1,
      in: [
        { value: 2, in: [] },
        { value: 3, in: [{ value: 4, in: [] }] },
      ],
    }
    expect(schema.decode(schema.encode(tree as never))).toEqual(tree)
    const Recursive = Type.Recursive((self) => Type.Object({ next: Type.Union([self, Type.Null()]) }))
    const chain = { next: { next: { next: null } } }
    const chained = fromJsonSchema(Recursive)
    expect(chained.decode(chained.encode(chain as never))).toEqual(chain)
  })

  test('a reference finds a name that every object inherits where a schema has it', () => {
    const json = JSON.parse(
      '{ "$defs": { "__proto__": { "type": "string" }, "toString": { "type": "boolean" } } }',
    ) as object
    expect(fromJsonSchema({ ...json, $ref: '#/$defs/__proto__' }).description).toBe('string')
    expect(fromJsonSchema({ ...json, $ref: '#/$defs/toString' }).description).toBe('bool')
  })

  test('"#" is the root, and "#/" its property of no name', () => {
    const chain = { type: 'object', properties: { next: { $ref: '#' } } }
    const value = { next: { next: {} } } as never
    const schema = fromJsonSchema(chain)
    expect(schema.decode(schema.encode(value))).toEqual(value)
    expect(() => fromJsonSchema({ ...chain, properties: { next: { $ref: '#/' } } })).toThrow(
      'Cannot make a schema of /properties/next/$ref: expected a reference into this schema, got "#/"',
    )
    expect(fromJsonSchema({ $defs: { '': { type: 'string' } }, $ref: '#/$defs/' }).description).toBe('string')
  })

  test('a union may be inside one of its own objects', () => {
    const file = { type: 'object', properties: { kind: { const: 'file' }, name: { type: 'string' } } }
    const folder = {
      type: 'object',
      properties: {
        kind: { const: 'folder' },
        link: { anyOf: [{ $ref: '#/$defs/folder' }, { $ref: '#/$defs/file' }, { type: 'null' }] },
        in: { type: 'array', items: { oneOf: [{ $ref: '#/$defs/file' }, { $ref: '#/$defs/folder' }] } },
      },
      required: ['kind', 'link', 'in'],
    }
    const $defs = { file: { ...file, required: ['kind', 'name'] }, folder }
    const leaf = { kind: 'file', name: 'a' }
    const value = { kind: 'folder', link: leaf, in: [leaf, { kind: 'folder', link: null, in: [leaf] }] }
    const schema = fromJsonSchema({ $ref: '#/$defs/folder', $defs })
    const walked = schema.with({ codegen: 'never' })
    const bytes = schema.encode(value as never)
    expect(walked.encode(value as never)).toEqual(bytes)
    for (const one of [schema, walked]) {
      expect(one.decode(bytes)).toEqual(value)
      expect(one.copyOf(one.view(bytes))).toEqual(value)
    }
    expect(() => schema.encode({ ...value, link: { kind: 'disk' } } as never)).toThrow(
      'Cannot encode link.kind: expected "folder" | "file", got "disk"',
    )
    const alike = { ...folder, properties: { ...folder.properties, kind: { const: 'file' } } }
    expect(() => fromJsonSchema({ $ref: '#/$defs/folder', $defs: { ...$defs, folder: alike } })).toThrow(
      /^Cannot make a schema of \/\$ref\/properties\/link\/anyOf: expected null and one other, strings, or up to 256/,
    )
  })

  test('objects may be in several places, and in themselves', () => {
    const node = { type: 'object', properties: {} as Record<string, object>, required: ['v'] }
    Object.assign(node.properties, { v: { type: 'number' }, left: node, right: node })
    const schema = fromJsonSchema(node)
    const value = { v: 1, left: { v: 2, right: { v: 3 } } } as never
    expect(schema.decode(schema.encode(value))).toEqual(value)
    let shared: object = { $id: 'deepest', type: 'number' }
    for (let level = 0; level < 200; level++) {
      shared = { type: 'object', properties: { a: shared, b: shared, c: { $ref: 'deepest' } } }
    }
    expect(() => fromJsonSchema(shared)).not.toThrow()
    Object.assign(node.properties, { wrong: { const: node } })
    expect(() => fromJsonSchema(node)).toThrow(
      'Cannot make a schema of /properties/wrong/const: expected a string, number, boolean or null, got an object of ["type","properties","required"]',
    )
    expect(() => fromJsonSchema({ const: [5n] })).toThrow('/const: expected a string, number, boolean or null, got an')
  })

  test('more constants or objects than enums and unions have are refused with their limit', () => {
    const names = Array.from({ length: 2 ** 16 + 1 }, (_, index) => String(index))
    expect(() => fromJsonSchema({ enum: names })).toThrow(
      'Cannot make a schema of /enum: expected up to 65536 different constants, got an array of 65537',
    )
    const shapes = names.slice(0, 257).map((name) => shape(name, 'x'))
    expect(() => fromJsonSchema({ oneOf: shapes })).toThrow(/^Cannot make a schema of \/oneOf: .* got an array of 257$/)
  })

  test.each([
    [{ $ref: '#' }, '/$ref'],
    [{ anyOf: [{ $ref: '#' }] }, '/anyOf/0/$ref'],
    [{ $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' }, '/$ref/$ref/$ref'],
    [{ type: 'object', properties: { a: { $id: 'a', oneOf: [{ $ref: 'a' }] } } }, '/properties/a/oneOf/0/$ref'],
  ])('%j leads back to itself without a shape: %s', (json, pointer) => {
    expect(() => fromJsonSchema(json)).toThrow(
      `Cannot make a schema of ${pointer}: expected a shape, got a reference that leads back to itself`,
    )
  })

  test.each([
    [Type.Record(Type.String(), Type.Number()), '/patternProperties'],
    [
      { type: 'object', properties: { a: { type: 'object', additionalProperties: { type: 'string' } } } },
      '/properties/a/additionalProperties',
    ],
    [{ type: 'array', items: { not: {} } }, '/items/not'],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, '/anyOf'],
    [{ type: 'object', properties: { 'a/b~c': { type: 'odd' } } }, '/properties/a~1b~0c/type'],
    [{ type: 'object', properties: { a: { enum: ['x', 5] } } }, '/properties/a/enum/1'],
    [{ $ref: '#/$defs/none' }, '/$ref'],
    [{ type: 'object', properties: { a: { $ref: '#nowhere' } } }, '/properties/a/$ref'],
    [{ $ref: '#/%' }, '/$ref'],
    [{ $ref: '#/constructor' }, '/$ref'],
    [{ $defs: { a: {} }, $ref: '#/$defs/__proto__' }, '/$ref'],
    [{ $defs: { a: {} }, $ref: '#/$defs/constructor/prototype' }, '/$ref'],
    [{ $defs: { a: { const: 'x' } }, $ref: '#/$defs/a/const/length' }, '/$ref'],
    [{ type: 'string', nullable: true }, '/nullable'],
    [{ enum: ['a', 'a'] }, '/enum'],
    [{ enum: ['a', null, 'b', 'a'] }, '/enum'],
    [{ enum: ['a', null, 5] }, '/enum/2'],
    [{ anyOf: [{ const: 'a' }, { const: 'a' }] }, '/anyOf'],
    [{ anyOf: [{ const: 'a', properties: {} }, { const: 'b' }] }, '/anyOf/0/properties'],
    [{ anyOf: [{ type: 'null', not: {} }, { type: 'string' }] }, '/anyOf/0/not'],
    [{ anyOf: [{ type: 'null' }, { type: 'string' }, { type: 'odd' }] }, '/anyOf/2/type'],
    [{ type: ['object', 'null'], properties: { a: { type: 'odd' } } }, '/properties/a/type'],
    [{ type: ['string', 'number'] }, '/type'],
    [{ type: [] }, '/type'],
    [{ type: 'array', items: {}, minItems: -1, maxItems: -1 }, '/minItems'],
    [{ type: 'array', items: {}, minItems: 1.5, maxItems: 1.5 }, '/minItems'],
    [{ type: 'array', items: {}, minItems: 3e9, maxItems: 3e9 }, '/minItems'],
    [{ type: 'array', prefixItems: [{}], items: { type: 'string' }, minItems: 1 }, '/items'],
    [{ type: 'array', items: [{}], additionalItems: { type: 'string' }, minItems: 1 }, '/additionalItems'],
    [{ type: 'object', properties: { a: {} }, required: 'a' }, '/required'],
    [{ anyOf: [] }, '/anyOf'],
    [{ enum: [] }, '/enum'],
    [{ allOf: [] }, '/allOf'],
    [{ type: 'object' }, '/properties'],
    [{ properties: { a: 5 } }, '/properties/a'],
    [{ type: 'object', properties: { id: {} }, oneOf: [shape('a', 'x'), shape('b', 'y')] }, '/properties'],
    [{ $defs: { a: shape('a', 'x') }, $ref: '#/$defs/a', required: ['y'] }, '/required'],
    [{ anyOf: [{ type: 'string' }], oneOf: [{ type: 'number' }] }, '/oneOf'],
    [{ type: 'object', properties: { a: { const: 1, anyOf: [{ const: 1 }] } } }, '/properties/a/anyOf'],
    [{ const: 'a', enum: ['a', 'b'] }, '/enum'],
    [{ enum: ['a'], items: {} }, '/items'],
    [{ $ref: '#/$defs/a', $defs: { a: {} }, prefixItems: [] }, '/prefixItems'],
    [{ type: 'integer', enum: ['a', 'b'] }, '/type'],
    [{ type: ['string', 'null'], const: 1 }, '/type'],
    [{ type: 'object', anyOf: [{ type: 'string' }, { type: 'null' }] }, '/type'],
    [{ $defs: { a: { type: 'string' } }, type: 'integer', $ref: '#/$defs/a' }, '/type'],
  ])('%j cannot be one: %s', (json, pointer) => {
    let error: unknown
    try {
      fromJsonSchema(json)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(SchemaError)
    expect((error as SchemaError).path).toBe(pointer)
    expect((error as SchemaError).message).toContain(`Cannot make a schema of ${pointer}: expected `)
  })
})

test('a name that is required and is no property is refused: a struct would drop it', () => {
  const json = { type: 'object', properties: { a: { type: 'string' } }, required: ['a', 'id'] }
  expect(() => fromJsonSchema(json)).toThrow(expect.objectContaining({ name: 'SchemaError', path: '/required' }))
})
