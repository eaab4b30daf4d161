/** Makes schemas from JSON Schema, and so from the objects of TypeBox. Only the shapes count, not the limits of values. */
import {
  any,
  type AnySchema,
  bool,
  bytes,
  date,
  f64,
  fixedList,
  i16,
  i32,
  i53,
  i64,
  i8,
  list,
  literal,
  optional,
  recursive,
  string,
  struct,
  tuple,
  u16,
  u32,
  u53,
  u8,
} from './constructors.ts'
import { choiceOf, constant, oneOf } from './json-schema-choices.ts'
import { refuse, throwRefused } from './json-schema-refusal.ts'
import type { FromJsonSchema } from './json-schema-values.ts'
import { FIXED_MAX } from './kinds/list.ts'
import type { Schema } from './schema.ts'

interface JsonSchema {
  readonly [keyword: string]: unknown
}

/** Keywords that say nothing about the shape, or nothing that another keyword does not say. */
const IGNORED = new Set(
  `$id $schema $comment $defs definitions title description default examples deprecated readOnly writeOnly format pattern
minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf uniqueItems minItems maxItems
additionalItems contentEncoding contentMediaType type const enum anyOf oneOf properties required items prefixItems $ref
discriminator static params`.split(/\s+/),
)

/** Keywords that say all of the shape. The first one present counts. */
const WHOLE_SHAPES = ['$ref', 'const', 'enum', 'anyOf', 'oneOf'] as const
/** Keywords that say a part of the shape, and would be lost beside one of those. */
const SHAPES = [...WHOLE_SHAPES, 'properties', 'required', 'items', 'prefixItems']

const WHOLE = [
  ['u8', u8, 0, 0xff],
  ['i8', i8, -0x80, 0x7f],
  ['u16', u16, 0, 0xffff],
  ['i16', i16, -0x8000, 0x7fff],
  ['u32', u32, 0, 0xffffffff],
  ['i32', i32, -0x80000000, 0x7fffffff],
] as const

/**
 * Makes the schema for values of a JSON Schema. Integers take as few bytes as `minimum` and `maximum` allow. Other limits of
 * values (lengths, patterns, formats) are not checked. Properties that are not required are optional. Properties that are not
 * listed are ignored, as in every struct.
 *
 * @throws SchemaError for a part that a schema cannot express; its `path` is the JSON pointer to that part.
 */
export function fromJsonSchema<const S extends object | boolean>(schema: S): Schema<FromJsonSchema<S>, unknown> {
  return new Reader(schema).schema() as Schema<FromJsonSchema<S>, unknown>
}

class Reader {
  readonly #root: unknown
  /** Those that are being made, or were, by the object they are made of. */
  readonly #made = new Map<unknown, AnySchema | undefined>()
  /** The stand-in for a schema inside itself, and the place of the first request. */
  readonly #inside = new Map<unknown, { readonly schema: AnySchema; readonly pointer: string }>()
  readonly #byId = new Map<string, unknown>()
  /** Makes the unions with an object around them, which had no fields yet to tell it by. */
  readonly #later: (() => void)[] = []

  constructor(root: unknown) {
    this.#root = root
    this.#collectIds(root, new Set())
  }

  schema(): AnySchema {
    const schema = this.schemaOf(this.#root, '')
    for (const make of this.#later) make()
    return schema
  }

  schemaOf(value: unknown, pointer: string): AnySchema {
    if (value === true) return any
    if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(pointer, 'a schema', value)
    if (this.#made.has(value)) return this.#made.get(value) ?? this.#insideOf(value, pointer)
    this.#made.set(value, undefined)
    const schema = this.#make(value as JsonSchema, pointer)
    const inside = this.#inside.get(value)
    if (schema === inside?.schema) throwRefused(inside.pointer, 'a shape', 'a reference that leads back to itself')
    this.#made.set(value, schema)
    return schema
  }

  #insideOf(value: object, pointer: string): AnySchema {
    const known = this.#inside.get(value) ?? { schema: recursive(() => this.#made.get(value)!), pointer }
    this.#inside.set(value, known)
    return known.schema
  }

  #make(source: JsonSchema, pointer: string): AnySchema {
    for (const keyword of Object.keys(source)) {
      const at = `${pointer}/${escaped(keyword)}`
      if (keyword === 'additionalProperties' && source[keyword] === false) continue
      if (!IGNORED.has(keyword)) refuse(at, 'no such keyword', source[keyword])
    }
    const keyword = WHOLE_SHAPES.find((name) => source[name] !== undefined)
    if (keyword !== undefined) return this.#whole(keyword, source, pointer)
    const { type } = source
    if (Array.isArray(type) && type.length > 0) {
      const schemas = type.map((one: unknown) => this.#named(one, source, pointer))
      return oneOf(schemas, `${pointer}/type`, this.#later)
    }
    return this.#named(type, source, pointer)
  }

  #whole(keyword: (typeof WHOLE_SHAPES)[number], source: JsonSchema, pointer: string): AnySchema {
    const other = SHAPES.find((name) => name !== keyword && source[name] !== undefined)
    if (other !== undefined) refuse(`${pointer}/${other}`, `nothing of the shape beside ${keyword}`, source[other])
    const at = `${pointer}/${keyword}`
    const given = source[keyword]
    if (keyword === '$ref') {
      const target = this.#targetOf(given, at)
      requireType(source, [target], pointer)
      return this.schemaOf(target, at)
    }
    if (keyword === 'const') {
      requireType(source, [source], pointer)
      return literal(constant(given, at))
    }
    if (!Array.isArray(given) || given.length === 0)
      refuse(at, keyword === 'enum' ? 'an array of constants' : 'an array of schemas', given)
    if (keyword === 'enum') {
      requireType(
        source,
        given.map((value: unknown) => ({ const: value })),
        pointer,
      )
      return choiceOf(given, at)
    }
    requireType(source, given, pointer)
    return oneOf(
      given.map((variant, index) => this.schemaOf(variant, `${at}/${index}`)),
      at,
      this.#later,
    )
  }

  #named(type: unknown, source: JsonSchema, pointer: string): AnySchema {
    switch (type) {
      case undefined:
        if (source.properties !== undefined) return this.#object(source, pointer)
        return any
      case 'string':
        return string
      case 'number':
        return f64
      case 'integer':
        return whole(source)
      case 'boolean':
        return bool
      case 'null':
        return literal(null)
      case 'array':
        return this.#array(source, pointer)
      case 'object':
        return this.#object(source, pointer)
      // Of TypeBox, beyond JSON.
      case 'Uint8Array':
        return bytes
      case 'Date':
        return date
      case 'bigint':
        return i64
      case 'undefined':
        return literal(undefined)
      default:
        return refuse(`${pointer}/type`, 'a type of JSON Schema', type)
    }
  }

  #object({ properties, required = [] }: JsonSchema, pointer: string): AnySchema {
    if (typeof properties !== 'object' || properties === null)
      refuse(`${pointer}/properties`, 'the properties of the object', properties)
    if (!Array.isArray(required)) refuse(`${pointer}/required`, 'an array of names', required)
    for (const name of required as readonly unknown[])
      if (typeof name !== 'string' || !Object.hasOwn(properties, name))
        refuse(`${pointer}/required`, 'names that are in the properties', name)
    const isRequired = new Set<unknown>(required)
    return struct(
      Object.fromEntries(
        Object.entries(properties).map(([name, value]) => {
          const schema = this.schemaOf(value, `${pointer}/properties/${escaped(name)}`)
          return [name, isRequired.has(name) ? schema : optional(schema)]
        }),
      ),
    )
  }

  #array({ items, prefixItems, additionalItems, minItems, maxItems }: JsonSchema, pointer: string): AnySchema {
    const places = prefixItems ?? (Array.isArray(items) ? items : undefined)
    if (places !== undefined) {
      const keyword = prefixItems === undefined ? 'items' : 'prefixItems'
      if (!Array.isArray(places)) refuse(`${pointer}/${keyword}`, 'an array of schemas', places)
      if (minItems !== places.length)
        refuse(`${pointer}/minItems`, `${places.length}, as many as ${keyword} has: all of a tuple is there`, minItems)
      const [more, others] = keyword === 'items' ? ['additionalItems', additionalItems] : ['items', items]
      if (typeof others === 'object' && maxItems !== places.length)
        refuse(`${pointer}/${more}`, `no elements behind the ${places.length} of ${keyword}`, others)
      return tuple(...places.map((place, index) => this.schemaOf(place, `${pointer}/${keyword}/${index}`)))
    }
    const element = items === undefined ? any : this.schemaOf(items, `${pointer}/items`)
    if (typeof minItems !== 'number' || minItems !== maxItems) return list(element)
    if (!(Number.isInteger(minItems) && minItems >= 0 && minItems <= FIXED_MAX))
      refuse(`${pointer}/minItems`, `a whole number from 0 to ${FIXED_MAX}, as it is maxItems too`, minItems)
    return fixedList(element, minItems)
  }

  #targetOf(reference: unknown, pointer: string): unknown {
    if (typeof reference !== 'string') refuse(pointer, 'a string', reference)
    const target = /^#(?:\/|$)/.test(reference) ? this.#pointedAt(reference.slice(1)) : this.#byId.get(reference)
    return target ?? refuse(pointer, 'a reference into this schema', reference)
  }

  #pointedAt(pointer: string): unknown {
    let target = this.#root
    // RFC 6901: an empty pointer is the root, and "/" is the property "" of the root.
    for (const step of pointer.split('/').slice(1)) {
      const name = unescaped(step)
      // Inherited properties are no part of a schema.
      if (typeof target !== 'object' || target === null || !Object.hasOwn(target, name)) return undefined
      target = (target as JsonSchema)[name]
    }
    return target
  }

  // An object may be in several places, and in itself.
  #collectIds(value: unknown, seen: Set<object>): void {
    if (typeof value !== 'object' || value === null || seen.has(value)) return
    seen.add(value)
    const { $id } = value as JsonSchema
    if (typeof $id === 'string') this.#byId.set($id, value)
    for (const part of Object.values(value)) this.#collectIds(part, seen)
  }
}

function whole({ minimum, maximum }: JsonSchema): AnySchema {
  const least = typeof minimum === 'number' ? minimum : -Infinity
  const most = typeof maximum === 'number' ? maximum : Infinity
  const found = WHOLE.find(([, , low, high]) => low <= least && most <= high)
  if (found !== undefined) return found[1]
  return least >= 0 ? u53 : i53
}

/** A `type` beside the variants may say again what they say, but not that none of them can be. */
function requireType({ type }: JsonSchema, variants: readonly unknown[], pointer: string): void {
  const types = new Set([type].flat())
  const isPossible = variants.some((variant) => {
    const own = typesOf((variant ?? {}) as JsonSchema)
    return own.includes(undefined) || own.some((one) => types.has(one))
  })
  if (type !== undefined && !isPossible) refuse(`${pointer}/type`, 'a type that what stands beside it can have', type)
}

/** The types of JSON that values have as far as the schema itself says; undefined among them: any. */
function typesOf({ type, const: value }: JsonSchema): readonly unknown[] {
  if (value === null) return ['null']
  if (typeof value === 'number') return Number.isInteger(value) ? ['integer', 'number'] : ['number']
  if (value !== undefined) return [typeof value]
  return [type].flat().flatMap((name) => (name === 'integer' || name === 'number' ? ['integer', 'number'] : [name]))
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

function unescaped(step: string): string {
  return decoded(step).replaceAll('~1', '/').replaceAll('~0', '~')
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    // No code of a character: a name that nothing has, or that has a percent sign in it.
    return step
  }
}
