/** The value that a state begins with. */

import { isDecodeError } from '../errors.ts'
import { messageCell } from './cell.ts'
import { DefaultType } from './kinds/default.ts'
import { GrowingTableType } from './kinds/growing-table.ts'
import { StructType } from './kinds/struct.ts'
import type { Schema } from './schema.ts'
import type { Type } from './type.ts'

/** Bytes of the head of a message; all of it where `isFixed`. */
export function headBytesOf({ type }: Schema<unknown, unknown>): { readonly bytes: number; readonly isFixed: boolean } {
  return { bytes: messageCell(type).bytes, isFixed: type.layout.isFixed }
}

/** Bytes of the largest message, where all that varies is tables that grow; else Infinity. */
export function mostBytesOf({ type }: Schema<unknown, unknown>): number {
  return messageCell(type).bytes + mostTailOf(type)
}

function mostTailOf(type: Type): number {
  if (type.layout.isFixed) return 0
  if (type instanceof GrowingTableType) return type.mostTailBytes
  if (type instanceof DefaultType) return mostTailOf(type.inner)
  if (!(type instanceof StructType)) return Infinity
  return type.plan.order.reduce((sum, field) => sum + mostTailOf(field.type), 0)
}

/**
 * Values of zero bytes: numbers are 0, texts and lists empty, optional values absent, names the first. Throws `TypeError`
 * for a schema to which they mean nothing, such as one with `any`.
 */
export function zeroOf<T>(schema: Schema<T, unknown>): T {
  try {
    return schema.decode(new Uint8Array(headBytesOf(schema).bytes))
  } catch (error) {
    if (!isDecodeError(error)) throw error
    const message = `Cannot update before the first state: there is no empty ${schema.type.name}, call set() first`
    throw new TypeError(message, { cause: error })
  }
}
