/** Types that only a description tells of: of the fields that this side does not know. */
import { type ElementName, isElementName } from './arrays.ts'
import { numberIn } from './description.ts'
import type { Described, DescribedPart } from './equal-types.ts'
import { UnreadTailType } from './kinds/unread-tail.ts'
import { BoolType } from './kinds/bool.ts'
import { EnumType, LiteralType } from './kinds/choice.ts'
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
import type { Type } from './type.ts'

/** As `kinds/growing-table.ts` has it. */
const GROWN_TABLE_GRAIN = 8

export class UnknownTypes {
  /** Undefined while it is made. */
  readonly #made = new Map<Described, Type | undefined>()
  /** Those that a recursive one refers to: they may contain it, or be types around it. */
  readonly #toMake: Described[] = []

  /** Throws something for what no schema describes. */
  typeOf(described: Described): Type {
    const type = this.#typeOf(described)
    for (let next = this.#toMake.pop(); next !== undefined; next = this.#toMake.pop()) this.#typeOf(next)
    return type
  }

  #typeOf(described: Described): Type {
    const known = this.#made.get(described)
    if (known !== undefined) return known
    // Or it would be in itself, and nothing in between that may be.
    if (this.#made.has(described)) return fail(described.kind)
    this.#made.set(described, undefined)
    const type = this.#newTypeOf(described)
    this.#made.set(described, type)
    return type
  }

  #recursiveTypeOf({ described }: DescribedPart): Type {
    this.#toMake.push(described)
    return new RecursiveType(() => this.#made.get(described)!)
  }

  #newTypeOf(described: Described): Type {
    const { kind, parts, constants } = described
    const inner = (index = 0): Type => this.#typeOf(parts[index]!.described)
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
        return new UnreadTailType()
      case 'fixedString':
        return new FixedStringType(numberIn(described))
      case 'typedArray':
        return new TypedArrayType(element())
      case 'fixedArray':
        return new FixedArrayType(element(), numberIn(described))
      case 'growingTable':
        return new UnreadTailType(kind, GROWN_TABLE_GRAIN)
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
        return new MapType(this.#typeOf(key!.described), this.#typeOf(value!.described))
      }
      case 'recursive':
        return this.#recursiveTypeOf(parts[0]!)
      case 'struct':
        return new StructType(parts.map(({ name, described: field }) => ({ name, type: this.#typeOf(field) })))
      case 'union':
        return new UnionType(strings[0]!, Object.fromEntries(parts.map(({ name }, index) => [name, inner(index)])))
      default:
        return fail(kind)
    }
  }
}

function fail(kind: string): never {
  throw new SyntaxError(`Cannot make a type of ${kind}`)
}
