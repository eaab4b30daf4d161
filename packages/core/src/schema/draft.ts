/** Objects to be filled and encoded again and again. */
import { DefaultType } from './kinds/default.ts'
import { FlagsType } from './kinds/flags.ts'
import { StructType } from './kinds/struct.ts'
import { defineField } from './property.ts'
import type { Type } from './type.ts'

/** Throws `TypeError` for what is not filled. */
export function draftOf(type: Type): object {
  const draft = draftIn(type)
  if (draft === undefined) throw new TypeError(`Cannot fill ${type.name}: only structs are filled, send() a value`)
  return draft
}

// Empty, and not with a value for every key: engines keep a number that was undefined before in a box, a new one each time.
function draftIn(type: Type): object | undefined {
  if (type instanceof FlagsType) return {}
  if (type instanceof DefaultType) return draftIn(type.inner) && (type.value.walked.make() as object)
  if (!(type instanceof StructType)) return undefined
  const draft = {}
  for (const { name, type: part } of type.plan.shown) {
    const inner = draftIn(part)
    if (inner !== undefined) defineField(draft, name, inner)
  }
  return draft
}
