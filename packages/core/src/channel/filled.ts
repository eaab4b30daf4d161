/** Bytes that who posts them writes where they go. */

/** Writes all of `bytes`, at once: they are gone when it returns. */
export type Fill = (bytes: Uint8Array) => void

/** Throws `RangeError` for what is no length. */
export function requireByteLength(byteLength: number): void {
  if (!(Number.isSafeInteger(byteLength) && byteLength >= 0))
    throw new RangeError(`Cannot post ${byteLength} bytes: their number is a whole one, and not negative`)
}

/** Throws what `fill` throws, and `TypeError` where it has not written all when it returns. */
export function fillNow(bytes: Uint8Array, fill: Fill): void {
  const result = fill(bytes) as { then?: unknown } | undefined
  if (typeof result?.then !== 'function') return
  throw new TypeError('Cannot post bytes that are filled later: fill must not be asynchronous')
}

/** In memory of their own. Throws also `RangeError` where there is not so much. */
export function filled(byteLength: number, fill: Fill): Uint8Array<ArrayBuffer> {
  requireByteLength(byteLength)
  const bytes = new Uint8Array(byteLength)
  fillNow(bytes, fill)
  return bytes
}
