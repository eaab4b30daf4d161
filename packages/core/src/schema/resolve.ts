/** How a type reads what another version of it has written: fields that came or went at the end of a struct. */
import { descriptionOf, numberIn, parseDescription } from './description.ts'
import { classesOf, type Described, type Node, shapeOf } from './equal-types.ts'
import { AbsentType, DefaultType, MissingType } from './kinds/default.ts'
import { FixedListType, ListType } from './kinds/list.ts'
import { MaybeType } from './kinds/maybe.ts'
import { StructType } from './kinds/struct.ts'
import { UnionType } from './kinds/union.ts'
import type { Field } from './plan.ts'
import type { Type } from './type.ts'
import { UnknownTypes } from './unknown-types.ts'

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
    const theirs = parseDescription(description)
    return new Resolution(classesOf([ours, theirs])).read(ours, theirs, '')
  } catch (error) {
    if (error instanceof SchemaMismatch) throw error
    // No text of ours, or of types that cannot be made.
    throw new SchemaMismatch('', text, description)
  }
}

class Resolution {
  readonly #classes: ReadonlyMap<Node, number>
  /** By our type and what equals theirs: what shares types there shares them here, or there would be ever more of them. */
  readonly #known = new Map<Type, Map<string, Type>>()
  readonly #unknown = new UnknownTypes()

  constructor(classes: ReadonlyMap<Node, number>) {
    this.#classes = classes
  }

  /** The same for equal types, of either side. */
  #keyOf(node: Node): string {
    const { text, children } = shapeOf(node)
    return children.length === 0 ? text : `=${this.#classes.get(node)}`
  }

  read(ours: Type, theirs: Described, path: string): Type {
    const known = this.#known.get(ours) ?? new Map<string, Type>()
    this.#known.set(ours, known)
    const key = this.#keyOf(theirs)
    let type = known.get(key)
    if (type === undefined) {
      type = this.#readNew(ours, theirs, path)
      known.set(key, type)
    }
    return type
  }

  #readNew(ours: Type, theirs: Described, path: string): Type {
    if (this.#keyOf(ours) === this.#keyOf(theirs)) return ours
    if (ours instanceof DefaultType && theirs.kind === 'default')
      return new DefaultType(this.read(ours.inner, theirs.parts[0]!.described, path), ours.value)
    if (ours instanceof MaybeType && theirs.kind === (ours.isOptional ? 'optional' : 'nullable'))
      return new MaybeType(this.read(ours.inner, theirs.parts[0]!.described, path), ours.missing)
    if (ours instanceof ListType && theirs.kind === 'list')
      return new ListType(this.read(ours.cell.type, theirs.parts[0]!.described, `${path}[]`))
    if (ours instanceof FixedListType && theirs.kind === 'fixedList' && numberIn(theirs) === ours.length)
      return new FixedListType(this.read(ours.cell.type, theirs.parts[0]!.described, `${path}[]`), ours.length)
    if (ours instanceof StructType && theirs.kind === 'struct') return this.#readStruct(ours, theirs, path)
    if (ours instanceof UnionType && isSameChoice(ours, theirs)) return this.#readUnion(ours, theirs, path)
    throw new SchemaMismatch(path, descriptionOf(ours), descriptionOf(theirs))
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
        if (!isAddable(other!.described.kind)) throw addedField(other!.described, at)
        fields.push({ name, type: this.#unknownType(other!.described, at), isHidden: true })
      } else if (other === undefined) {
        if (own.type instanceof DefaultType) fields.push({ name, type: new AbsentType(own.type) })
        else if (own.type.isOptional) fields.push({ name, type: new MissingType(own.type.name) })
        else throw new SchemaMismatch(at, descriptionOf(own.type), NO_FIELD)
      } else if (other.name !== name) {
        throw new SchemaMismatch(at, descriptionOf(own.type), `a field named ${JSON.stringify(other.name)}`)
      } else fields.push({ name, type: this.read(own.type, other.described, at) })
    }
    return new StructType(fields, structName)
  }

  #readUnion({ tag, variants }: UnionType, { parts }: Described, path: string): Type {
    const structs = variants.map(({ name, cell }, index) => {
      return [name, this.read(cell.type, parts[index]!.described, within(path, name))] as const
    })
    return new UnionType(tag, Object.fromEntries(structs))
  }

  /** The type of a field that we do not know. Throws `SchemaMismatch` for one that cannot be made. */
  #unknownType(described: Described, path: string): Type {
    try {
      return this.#unknown.typeOf(described)
    } catch {
      throw addedField(described, path)
    }
  }
}

function addedField(described: Described, path: string): SchemaMismatch {
  return new SchemaMismatch(path, NO_FIELD, descriptionOf(described))
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
