/** A table of structs by columns: a struct of arrays, each as long as the table. */
import { type ElementName, isElementName } from '../arrays.ts'
import type { Type } from '../type.ts'
import { ScalarType } from './scalar.ts'
import { StructType } from './struct.ts'
import { FixedArrayType, LARGEST_HEAD } from './typed-array.ts'

/** The type of a table of `count` values of `row`, a struct of numbers and of such structs. */
export function columnsType(row: Type, count: number): StructType {
  if (!(row instanceof StructType)) throw new TypeError(`Cannot make columns of ${row.name}: use a struct of numbers`)
  if (!(Number.isInteger(count) && count >= 0 && count <= LARGEST_HEAD)) {
    throw new RangeError(
      `Cannot make columns of ${count} rows: 0 to ${LARGEST_HEAD} are possible, of numbers of one byte`,
    )
  }
  const fields = row.plan.declared.map(({ name, type }) => ({ name, type: columnOf(name, type, count) }))
  return new StructType(fields, `columns of ${count}`)
}

function columnOf(name: string, type: Type, count: number): Type {
  if (type instanceof StructType) return columnsType(type, count)
  if (!(type instanceof ScalarType && isElementName(type.name))) {
    throw new TypeError(`Cannot make a column of ${name}: no typed array has elements of ${type.name}`)
  }
  return new FixedArrayType(type.name satisfies ElementName, count)
}
