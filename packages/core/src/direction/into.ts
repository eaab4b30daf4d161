/** Where the bytes of a message go: into memory of the receiver's, or nowhere. */

import { copyBytes } from '../codec/copy.ts'
import { type Held, Lease } from './lease.ts'

/** Nowhere: they are lent where they lie. */
export const LEASE: unique symbol = Symbol('lease')

export type Place = Uint8Array | typeof LEASE

const REMEDY = 'it is not one ArrayBuffer or view; take it by receive()'

/**
 * How many bytes were copied to the place, or the lease of them, for which `keep` takes the message; or why neither: then
 * the message stays the next.
 */
export function placeBytes(
  place: Place,
  bytes: Uint8Array | undefined,
  keep: () => Held | undefined,
): number | Lease | Error {
  if (place === LEASE)
    return bytes === undefined ? new TypeError(`Cannot lend the next message: ${REMEDY}`) : new Lease(bytes, keep())
  if (bytes === undefined) return new TypeError(`Cannot receive the next message into ${place.length} bytes: ${REMEDY}`)
  if (bytes.length > place.length)
    return new RangeError(
      `Cannot receive ${bytes.length} bytes into ${place.length}: give a larger target, or take the message by receive()`,
    )
  copyBytes(bytes, 0, bytes.length, place, 0)
  keep()?.release()
  return bytes.length
}

/** Of what was to go to a place. */
export function isRefusal(placed: unknown): placed is Error {
  return placed instanceof Error
}
