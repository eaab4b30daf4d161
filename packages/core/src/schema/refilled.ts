/** A value that a schema has made, to be filled with one value after another. */
import { DefaultType } from './kinds/default.ts'
import { StructType } from './kinds/struct.ts'
import { defineField, propertyOf } from './property.ts'
import { Table } from './table.ts'
import type { Type } from './type.ts'

/**
 * Knows the structs, lists, arrays and tables that the value was made of. A program may have put others in their places since:
 * those belong to the program, and are never written to.
 */
export class Refilled<T> {
  value: T
  /** Those of a struct. */
  readonly #parts = new Map<string, Refilled<unknown>>()
  readonly #struct: StructType | undefined

  constructor(type: Type, value: T) {
    this.value = value
    this.#struct = typeof value === 'object' && value !== null ? structOf(type) : undefined
    if (this.#struct === undefined) return
    for (const { name, type: part } of this.#struct.plan.shown)
      this.#parts.set(name, new Refilled(part, propertyOf(value as object, name)))
  }

  /** Takes the contents of `made`, which the schema has made, too. Throws for an object that cannot be written to any more. */
  refill(made: T): T {
    if (this.#struct !== undefined && typeof made === 'object' && made !== null) this.#refillStruct(this.#struct, made)
    else if (isGrowing(this.value) && isGrowing(made)) Table.refill(this.value, made)
    else if (Array.isArray(this.value) && Array.isArray(made)) refillList(this.value, made)
    else if (isSameArray(this.value, made)) this.value.set(made as never)
    else this.value = made
    return this.value
  }

  #refillStruct({ plan }: StructType, made: object): void {
    const own = this.value as object
    for (const { name } of plan.shown) {
      const value = this.#parts.get(name)!.refill(propertyOf(made, name))
      // Nothing is written to one that has not changed, nor is an absent field added.
      if (!Object.is(propertyOf(own, name), value)) defineField(own, name, value)
    }
    if (own instanceof Table) Table.noteRefilled(own)
  }
}

function structOf(type: Type): StructType | undefined {
  if (type instanceof DefaultType) return structOf(type.inner)
  return type instanceof StructType ? type : undefined
}

/** One of a fixed capacity is filled as the struct that it is. */
function isGrowing(value: unknown): value is Table {
  return value instanceof Table
}

function refillList(own: unknown[], made: readonly unknown[]): void {
  own.length = 0
  for (const element of made) own.push(element)
}

function isSameArray(own: unknown, made: unknown): own is Uint8Array {
  return (
    ArrayBuffer.isView(own) && ArrayBuffer.isView(made) && (own as Uint8Array).length === (made as Uint8Array).length
  )
}
