/** Bytes that the sender writes directly to their place. */

import { shown } from '../errors.ts'
import { MOST_IN_VIEW } from './out-of-band.ts'

/** Writes all of `bytes` before it returns: they belong to the other side after that. */
export type Fill = (bytes: Uint8Array) => void

/** Throws `RangeError` for a value that is no length, and for more bytes than the native port carries in one piece. */
export function requireByteLength(byteLength: number): void {
  if (!(Number.isSafeInteger(byteLength) && byteLength >= 0))
    throw new RangeError(`Cannot post ${shown(byteLength)} bytes: use a whole number from 0`)
  if (byteLength > MOST_IN_VIEW)
    throw new RangeError(`Cannot post ${byteLength} bytes: a message has ${MOST_IN_VIEW} at most, post several`)
}

/** Runs `fill` and passes its errors on. Returns false if it gives a promise: `bytes` may then be written to for ever. */
export function isFilledNow(bytes: Uint8Array, fill: Fill): boolean {
  if (typeof fill !== 'function')
    throw new TypeError(`Cannot post bytes with a fill of type ${typeof fill}: use a function that writes them`)
  const result = fill(bytes) as { then?: unknown } | undefined
  return typeof result?.then !== 'function'
}

export function throwFilledLater(): never {
  throw new TypeError('Cannot post bytes with an asynchronous fill: write them before fill returns')
}

/** Fills bytes in memory of their own. Throws the errors of `fill`, and `RangeError` if there is not enough memory. */
export function filled(byteLength: number, fill: Fill): Uint8Array {
  requireByteLength(byteLength)
  const bytes = makeBytes(byteLength)
  if (!isFilledNow(bytes, fill)) throwFilledLater()
  return bytes
}

function makeBytes(byteLength: number): Uint8Array {
  try {
    return new Uint8Array(byteLength)
  } catch {
    throw new RangeError(
      `Cannot post ${byteLength} bytes: there is no memory for so many in one piece. Post fewer at a time`,
    )
  }
}
