/** The fields of the state that a reader has, for a person who looks at it. */

import { StructType } from '../schema/kinds/struct.ts'
import { TableType } from '../schema/kinds/table.ts'
import type { Type } from '../schema/type.ts'
import { propertyOf } from '../schema/property.ts'
import { StateReader } from './state-reader.ts'

/** A field, as its schema calls it, with its value. A struct has fields of its own. */
export interface ShownField {
  /** Empty for the whole state. */
  readonly name: string
  /** As errors call it, such as `u32` or `columns of 1000`. */
  readonly type: string
  readonly value: unknown
  readonly fields: readonly ShownField[]
}

/**
 * The state that `reader.latest()` gave last, field by field. The values are those of its view: read them at once. Undefined before
 * the first state and after `close`. It goes to no newer state.
 */
export function shownFields(reader: StateReader<any>): ShownField | undefined {
  const view: unknown = StateReader.shownBy(reader)
  return view === undefined ? undefined : fieldOf('', StateReader.schemaOf(reader).type, view)
}

function fieldOf(name: string, type: Type, value: unknown): ShownField {
  const isStruct =
    type instanceof StructType && !(type instanceof TableType) && typeof value === 'object' && value !== null
  const parts = isStruct ? type.plan.shown : []
  const fields = parts.map((part) => fieldOf(part.name, part.type, propertyOf(value as object, part.name)))
  return { name, type: type.name, value, fields }
}
