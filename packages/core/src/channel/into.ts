/** A message of bytes into memory of the receiver's. */

import { copyBytes } from '../codec/copy.ts'

/** How many bytes were copied; or why none were: then the message stays the next. */
export function copyInto(target: Uint8Array, bytes: Uint8Array | undefined): number | Error {
  if (bytes === undefined)
    return new TypeError(
      `Cannot receive the next message into ${target.length} bytes: it is not one ArrayBuffer or view; take it by receive()`,
    )
  if (bytes.length > target.length)
    return new RangeError(
      `Cannot receive ${bytes.length} bytes into ${target.length}: give a larger target, or take the message by receive()`,
    )
  copyBytes(bytes, 0, bytes.length, target, 0)
  return bytes.length
}
