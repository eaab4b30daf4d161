/** Bytes that who posts them writes where they go. */

/** Writes all of `bytes`, at once: they are gone when it returns. */
export type Fill = (bytes: Uint8Array) => void

/** Throws `RangeError` for what is no length. */
export function requireByteLength(byteLength: number): void {
  if (!(Number.isSafeInteger(byteLength) && byteLength >= 0))
    throw new RangeError(`Cannot post ${byteLength} bytes: their number is a whole one, and not negative`)
}

/** Throws what `fill` throws. False where it gives a promise: then `bytes` may be written to for ever. */
export function isFilledNow(bytes: Uint8Array, fill: Fill): boolean {
  const result = fill(bytes) as { then?: unknown } | undefined
  return typeof result?.then !== 'function'
}

export function throwFilledLater(): never {
  throw new TypeError('Cannot post bytes that are filled later: fill must not be asynchronous')
}

/** In memory of their own. Throws what `fill` throws, and `RangeError` where there is not so much. */
export function filled(byteLength: number, fill: Fill): Uint8Array<ArrayBuffer> {
  requireByteLength(byteLength)
  const bytes = new Uint8Array(byteLength)
  if (!isFilledNow(bytes, fill)) throwFilledLater()
  return bytes
}
