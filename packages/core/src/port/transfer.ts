/** The second argument of `postMessage`, in both of the platform's forms. */

export type Transfer = Iterable<object> | { readonly transfer?: Iterable<object> }

/** Throws `TypeError` for what is no list. */
export function transferListOf(transfer: Transfer | null | undefined): readonly object[] | undefined {
  if (transfer === undefined || transfer === null) return undefined
  if (Array.isArray(transfer)) return transfer
  if (isIterable(transfer)) return [...transfer]
  if (typeof transfer !== 'object') return throwNoList(transfer)
  const { transfer: list } = transfer
  if (list === undefined || list === null) return undefined
  return isIterable(list) ? [...list] : throwNoList(list)
}

function isIterable(value: unknown): value is Iterable<object> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value
}

function throwNoList(value: unknown): never {
  throw new TypeError(`Cannot transfer by a ${typeof value}: use an array of objects, or { transfer: array }`)
}
