/** The second argument of `postMessage`, in both of the platform's forms. */

import { closePorts } from '../direction/out-of-band.ts'
import { requireNoRemedy } from '../codec/uncloneable.ts'
import type { PortMoves } from './moves.ts'

export type Transfer = Iterable<object> | { readonly transfer?: Iterable<object> | undefined }

/** A copy of the list: a getter of the value may change it. Throws `TypeError` if it is no list, `DataCloneError` for our ports. */
export function transferListOf(
  transfer: Transfer | null | undefined,
  moves: PortMoves | undefined,
): readonly object[] | undefined {
  if (transfer === undefined || transfer === null) return undefined
  if (isIterable(transfer)) return listOf(transfer, moves)
  if (!isObject(transfer)) return throwNoList(transfer)
  const { transfer: list } = transfer
  // Null is no list, here alone.
  if (list === undefined) return undefined
  return isIterable(list) ? listOf(list, moves) : throwNoList(list)
}

/** Closes the ports of a message that nobody will get, so that a wait at their other ends learns that no answer comes. */
export function closeTransferred(transfer: Transfer | null | undefined, moves: PortMoves | undefined): void {
  const list = Array.isArray(transfer) ? transfer : (transfer as { readonly transfer?: unknown } | undefined)?.transfer
  closePorts(list)
  if (moves === undefined || !Array.isArray(list)) return
  for (const object of list) if (moves.isMovable(object as object)) (object as { close(): void }).close()
}

function listOf(transfer: Iterable<object>, moves: PortMoves | undefined): readonly object[] {
  const list = [...transfer]
  for (const object of list) if (moves?.isMovable(object) !== true) requireNoRemedy(object)
  return list
}

function isIterable(value: unknown): value is Iterable<object> {
  return isObject(value) && typeof (value as Partial<Iterable<object>>)[Symbol.iterator] === 'function'
}

// As the platform: a function is one.
function isObject(value: unknown): value is object {
  return typeof value === 'function' || (typeof value === 'object' && value !== null)
}

function throwNoList(value: unknown): never {
  const kind = value === null ? 'null' : typeof value === 'object' ? 'an object that is no list' : `a ${typeof value}`
  throw new TypeError(`Cannot transfer by ${kind}: use an array of objects, or { transfer: array }`)
}
