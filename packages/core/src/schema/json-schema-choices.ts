/** The choices of a JSON Schema: `anyOf`, `oneOf`, `enum`, and several types. */
import { type AnySchema, enums, literal, nullable, recursive, union } from './constructors.ts'
import { refuse } from './json-schema-refusal.ts'
import { ENUMS_MAX, LiteralType } from './kinds/choice.ts'
import { RecursiveType } from './kinds/recursive.ts'
import { StructType } from './kinds/struct.ts'
import { VARIANTS_MAX } from './kinds/union.ts'
import { Schema } from './schema.ts'

/** Null and one other, strings, or objects. */
export function oneOf(schemas: readonly AnySchema[], pointer: string, later: (() => void)[]): AnySchema {
  const others = schemas.filter(({ type }) => !(type instanceof LiteralType && type.value === null))
  if (others.length === 0) return literal(null)
  if (others.length < schemas.length) return nullable(oneOf(others, pointer, later))
  if (others.length === 1) return others[0]!
  if (others.some(({ type }) => type instanceof RecursiveType)) return taggedLater(others, pointer, later)
  const names = others.map(({ type }) => (type instanceof LiteralType ? type.value : undefined))
  return names.every((name) => typeof name === 'string') ? enumsOf(names, pointer) : taggedOf(others, pointer)
}

/** Objects that a constant of a property tells apart. */
function taggedOf(schemas: readonly AnySchema[], pointer: string): AnySchema {
  const structs = schemas.map(({ type }) => (type instanceof StructType ? type.plan.declared : []))
  const tag = structs[0]!.find(({ name }) => {
    const tags = structs.map((fields) => fields.find((field) => field.name === name)?.type)
    const names = tags.map((type) => (type instanceof LiteralType ? type.value : undefined))
    return names.every((one) => typeof one === 'string') && new Set(names).size === names.length
  })
  if (tag === undefined || schemas.length > VARIANTS_MAX) {
    const objects = `up to ${VARIANTS_MAX} objects that a constant string tells apart`
    return refuse(pointer, `null and one other, strings, or ${objects}`, schemas)
  }
  const named = structs.map((fields, index) => {
    const { type } = fields.find(({ name }) => name === tag.name)!
    return [(type as LiteralType).value as string, schemas[index]!] as const
  })
  return union(tag.name, Object.fromEntries(named))
}

/** As `taggedOf`, once all objects are made: the union may be inside one of its own. */
function taggedLater(schemas: readonly AnySchema[], pointer: string, later: (() => void)[]): AnySchema {
  let tagged: AnySchema
  later.push(() => {
    const made = schemas.map((schema) =>
      schema.type instanceof RecursiveType ? new Schema(schema.type.cell.type) : schema,
    )
    tagged = taggedOf(made, pointer)
  })
  return recursive(() => tagged)
}

export function choiceOf(constants: readonly unknown[], pointer: string): AnySchema {
  const others = constants.filter((value) => value !== null)
  if (others.length === 0) return literal(null)
  const odd = constants.findIndex((value) => value !== null && typeof value !== 'string')
  if (odd !== -1 && others.length > 1) refuse(`${pointer}/${odd}`, 'a string', constants[odd])
  const only = `${pointer}/${constants.indexOf(others[0])}`
  const schema = others.length === 1 ? literal(constant(others[0], only)) : enumsOf(others as string[], pointer)
  return others.length < constants.length ? nullable(schema) : schema
}

function enumsOf(names: readonly string[], pointer: string): AnySchema {
  if (names.length > ENUMS_MAX || new Set(names).size !== names.length)
    refuse(pointer, `up to ${ENUMS_MAX} different constants`, names)
  return enums(...names)
}

export function constant(value: unknown, pointer: string): string | number | boolean | null {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as string
  return refuse(pointer, 'a string, number, boolean or null', value)
}
