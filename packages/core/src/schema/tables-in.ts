/** The tables that a value has in its structs. */
import { DefaultType } from './kinds/default.ts'
import { GrowingTableType } from './kinds/growing-table.ts'
import { StructType } from './kinds/struct.ts'
import { TableType } from './kinds/table.ts'
import { propertyOf } from './property.ts'
import { Table } from './table.ts'
import type { Type } from './type.ts'

export function hasTables(type: Type): boolean {
  if (type instanceof DefaultType) return hasTables(type.inner)
  if (type instanceof TableType || type instanceof GrowingTableType) return true
  return type instanceof StructType && type.plan.shown.some((field) => hasTables(field.type))
}

/** Those of a value that the schema has made, always in the same order. */
export function tablesIn(type: Type, value: unknown): Table[] {
  if (value instanceof Table) return [value]
  if (type instanceof DefaultType) return tablesIn(type.inner, value)
  if (!(type instanceof StructType) || typeof value !== 'object' || value === null) return []
  return type.plan.shown.flatMap((field) => tablesIn(field.type, propertyOf(value, field.name)))
}
