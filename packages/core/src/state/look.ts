/** The fields of the state that a reader has, for a person who looks at it. */

import { GrowingTableType } from '../schema/kinds/growing-table.ts'
import { StructType } from '../schema/kinds/struct.ts'
import { TableType } from '../schema/kinds/table.ts'
import type { Type } from '../schema/type.ts'
import { propertyOf } from '../schema/property.ts'
import { StateReader } from './state-reader.ts'

/** A field, as its schema calls it, with its value. A struct has fields of its own, and a table its columns. */
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
  return { name, type: type.name, value, fields: fieldsOf(type, value) }
}

function fieldsOf(type: Type, value: unknown): readonly ShownField[] {
  if (type instanceof GrowingTableType)
    return fieldsOf(type.tableOf((value as { readonly capacity: number }).capacity), value)
  if (!(type instanceof StructType) || typeof value !== 'object' || value === null) return []
  const parts = type.plan.shown
  if (!(type instanceof TableType))
    return parts.map((part) => fieldOf(part.name, part.type, propertyOf(value, part.name)))
  const columns = parts.find((part) => part.name === 'columns')!
  return fieldsOf(columns.type, (value as { readonly columns: unknown }).columns)
}
