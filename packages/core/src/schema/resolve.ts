/** How a type reads what another version of it has written: fields that came or went at the end of a struct. */
import { type ElementName, isElementName } from './arrays.ts'
import { type Described, Describer, descriptionOf, parseDescription } from './description.ts'
import { AnyType } from './kinds/any.ts'
import { BoolType } from './kinds/bool.ts'
import { EnumType, LiteralType } from './kinds/choice.ts'
import { AbsentType, DefaultType } from './kinds/default.ts'
import { FixedStringType } from './kinds/fixed-string.ts'
import { FlagsType } from './kinds/flags.ts'
import { FixedListType, ListType } from './kinds/list.ts'
import { MapType } from './kinds/map.ts'
import { MaybeType } from './kinds/maybe.ts'
import { RecursiveType } from './kinds/recursive.ts'
import { isScalarName, ScalarType } from './kinds/scalar.ts'
import { StringType } from './kinds/string.ts'
import { StructType, TupleType } from './kinds/struct.ts'
import { FixedArrayType, TypedArrayType } from './kinds/typed-array.ts'
import { UnionType } from './kinds/union.ts'
import { VarintType } from './kinds/varint.ts'
import type { Field } from './plan.ts'
import type { Type } from './type.ts'

const SHOWN_CHARACTERS = 80
const NO_FIELD = 'no such field'

/** Two schemas of which neither reads what the other writes. */
export class SchemaMismatch extends Error {
  /** Where they differ, such as `bids[].p`; empty for the whole value. */
  readonly path: string
  readonly ours: string
  readonly theirs: string
  constructor(path: string, ours: string, theirs: string) {
    const from = firstShown(ours, theirs)
    super(`${path === '' ? 'the whole value' : path} is ${shown(ours, from)} here and ${shown(theirs, from)} there`)
    this.path = path
    this.ours = ours
    this.theirs = theirs
  }
}

/** The type that reads, as values of `ours`, what a schema of that description writes. Throws `SchemaMismatch`. */
export function resolved(ours: Type, description: string): Type {
  const text = descriptionOf(ours)
  if (text === description) return ours
  try {
    return new Resolution(ours).readAll(description)
  } catch (error) {
    if (error instanceof SchemaMismatch) throw error
    // No text of ours, or of types that cannot be made.
    throw new SchemaMismatch('', text, description)
  }
}

class Resolution {
  readonly #root: Type
  /** Of both sides: what is equal has one text. */
  readonly #describer: Describer
  readonly #outermost: Surroundings = { open: [], made: new Map() }
  /** By our type and their text: what shares types there shares them here, or there would be ever more of them. */
  readonly #known = new Map<Type, Map<string, Type>>()

  constructor(root: Type) {
    this.#root = root
    this.#describer = new Describer(root)
  }

  readAll(description: string): Type {
    return this.#read(this.#root, parseDescription(description, this.#describer), '')
  }

  #read(ours: Type, theirs: Described, path: string): Type {
    const known = this.#known.get(ours) ?? new Map<string, Type>()
    this.#known.set(ours, known)
    let type = known.get(theirs.part)
    if (type === undefined) {
      type = this.#readNew(ours, theirs, path)
      known.set(theirs.part, type)
    }
    return type
  }

  #readNew(ours: Type, theirs: Described, path: string): Type {
    if (this.#describer.part(ours) === theirs.part) {
      if (!theirs.refersToRoot) return ours
      const text = this.#textOf(ours)
      throw new SchemaMismatch(path, `${text} of a type that differs`, `${text} of another`)
    }
    if (ours instanceof DefaultType && theirs.kind === 'default')
      return new DefaultType(this.#read(ours.inner, theirs.parts[0]!.described, path), ours.value)
    if (ours instanceof MaybeType && theirs.kind === (ours.isOptional ? 'optional' : 'nullable'))
      return new MaybeType(this.#read(ours.inner, theirs.parts[0]!.described, path), ours.missing)
    if (ours instanceof ListType && theirs.kind === 'list')
      return new ListType(this.#read(ours.cell.type, theirs.parts[0]!.described, `${path}[]`))
    if (ours instanceof FixedListType && theirs.kind === 'fixedList' && numberIn(theirs) === ours.length)
      return new FixedListType(this.#read(ours.cell.type, theirs.parts[0]!.described, `${path}[]`), ours.length)
    if (ours instanceof StructType && theirs.kind === 'struct') return this.#readStruct(ours, theirs, path)
    if (ours instanceof UnionType && isSameChoice(ours, theirs)) return this.#readUnion(ours, theirs, path)
    throw new SchemaMismatch(path, this.#textOf(ours), this.#describer.whole(theirs.part))
  }

  #readStruct({ plan, name: structName }: StructType, { parts }: Described, path: string): Type {
    const ours = plan.declared
    const fields: Field[] = []
    for (let index = 0; index < Math.max(ours.length, parts.length); index++) {
      const own = ours[index]
      const other = parts[index]
      const name = own?.name ?? other!.name
      const at = within(path, name)
      if (own === undefined) {
        if (!isAddable(other!.described.kind)) throw this.#addedField(other!.described, at)
        fields.push({ name, type: this.#unknownType(other!.described, at), isHidden: true })
      } else if (other === undefined) {
        if (own.type instanceof DefaultType) fields.push({ name, type: new AbsentType(own.type) })
        else if (!own.type.isOptional) throw new SchemaMismatch(at, this.#textOf(own.type), NO_FIELD)
      } else if (other.name !== name) {
        throw new SchemaMismatch(at, this.#textOf(own.type), `a field named ${JSON.stringify(other.name)}`)
      } else fields.push({ name, type: this.#read(own.type, other.described, at) })
    }
    return new StructType(fields, structName)
  }

  #readUnion({ tag, variants }: UnionType, { parts }: Described, path: string): Type {
    const structs = variants.map(({ name, cell }, index) => {
      return [name, this.#read(cell.type, parts[index]!.described, within(path, name))] as const
    })
    return new UnionType(tag, Object.fromEntries(structs))
  }

  #textOf(type: Type): string {
    return this.#describer.whole(this.#describer.part(type))
  }

  /** The type of a field that we do not know. Throws `SchemaMismatch` for one that cannot be made. */
  #unknownType(described: Described, path: string): Type {
    try {
      return typeOf(described, this.#outermost)
    } catch {
      throw this.#addedField(described, path)
    }
  }

  #addedField({ part }: Described, path: string): SchemaMismatch {
    return new SchemaMismatch(path, NO_FIELD, this.#describer.whole(part))
  }
}

/** Whether both tell structs of the same names apart, by the same property. */
function isSameChoice({ tag, variants }: UnionType, { kind, constants, parts }: Described): boolean {
  return (
    kind === 'union' &&
    constants[0] === tag &&
    parts.length === variants.length &&
    variants.every(({ name }, index) => name === parts[index]!.name)
  )
}

function within(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

/** Whether a field of that kind may be missing on the other side. */
function isAddable(kind: string): boolean {
  return kind === 'default' || kind === 'optional'
}

/** Where a type is made. */
interface Surroundings {
  /** The recursive types around it, without the root. */
  readonly open: readonly (() => Type)[]
  /** Those that have been made here. */
  readonly made: Map<Described, Type>
}

/** Throws something for what no schema describes. */
function typeOf(described: Described, around: Surroundings): Type {
  const type = around.made.get(described) ?? newTypeOf(described, around)
  around.made.set(described, type)
  return type
}

function newTypeOf(described: Described, around: Surroundings): Type {
  const { kind, parts, constants } = described
  const inner = (index = 0): Type => typeOf(parts[index]!.described, around)
  const strings = constants.filter((constant) => typeof constant === 'string')
  const element = (): ElementName => {
    const name = parts[0]!.described.kind
    return isElementName(name) ? name : fail(name)
  }
  if (isScalarName(kind)) return new ScalarType(kind)
  switch (kind) {
    case 'bool':
      return new BoolType()
    case 'varint':
      return new VarintType()
    case 'string':
    case 'latin1':
      return new StringType(kind === 'latin1')
    case 'any':
      return new AnyType()
    case 'fixedString':
      return new FixedStringType(numberIn(described))
    case 'typedArray':
      return new TypedArrayType(element())
    case 'fixedArray':
      return new FixedArrayType(element(), numberIn(described))
    case 'enums':
      return new EnumType(strings)
    case 'flags':
      return new FlagsType(strings)
    case 'literal':
      // It takes no bytes, and only a union asks for its value, which is a string then.
      return new LiteralType(strings[0])
    case 'optional':
    case 'nullable':
      return new MaybeType(inner(), kind === 'nullable' ? 'null' : 'undefined')
    case 'default':
      return inner()
    case 'list':
      return new ListType(inner())
    case 'fixedList':
      return new FixedListType(inner(), numberIn(described))
    case 'tuple':
      return new TupleType(parts.map((_, index) => inner(index)))
    case 'map': {
      const [key, value] = parts[0]!.described.parts
      return new MapType(typeOf(key!.described, around), typeOf(value!.described, around))
    }
    case 'recursive': {
      const whole = (): Type => type
      const type = typeOf(parts[0]!.described, { open: [...around.open, whole], made: new Map() })
      return new RecursiveType(whole)
    }
    case 'struct':
      return new StructType(parts.map(({ name, described: field }) => ({ name, type: typeOf(field, around) })))
    case 'union':
      return new UnionType(strings[0]!, Object.fromEntries(parts.map(({ name }, index) => [name, inner(index)])))
    default: {
      // A reference to one of the types around it.
      const whole = kind.startsWith('^') ? around.open[Number(kind.slice(1)) - 1] : undefined
      return whole === undefined ? fail(kind) : new RecursiveType(whole)
    }
  }
}

/** The number in a description: a length. */
function numberIn({ constants: [first] }: Described): number {
  return typeof first === 'object' ? Number(first.text) : NaN
}

function fail(kind: string): never {
  throw new SyntaxError(`Cannot make a type of ${kind}`)
}

/** Where to begin, so that what differs in two long texts is seen. */
function firstShown(ours: string, theirs: string): number {
  let same = 0
  while (same < ours.length && ours[same] === theirs[same]) same++
  return same < SHOWN_CHARACTERS / 2 ? 0 : same - SHOWN_CHARACTERS / 4
}

function shown(text: string, from: number): string {
  const end = from + SHOWN_CHARACTERS
  return `${from === 0 ? '' : '…'}${text.slice(from, end)}${text.length > end ? '…' : ''}`
}
