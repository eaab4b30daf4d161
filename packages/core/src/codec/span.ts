/** Views over one memory that the codec reads or writes. */

/** Views over one memory (SharedArrayBuffer or ArrayBuffer). Build it once for a memory and reuse it. */
export interface Span {
  readonly bytes: Uint8Array
  readonly view: DataView
}

/**
 * Makes the views over `byteLength` bytes of `buffer` from `byteOffset`, a multiple of 8.
 *
 * @throws RangeError when the buffer has no such range.
 */
export function createSpan(buffer: ArrayBufferLike, byteOffset: number, byteLength: number): Span {
  return { bytes: new Uint8Array(buffer, byteOffset, byteLength), view: new DataView(buffer, byteOffset, byteLength) }
}

/** The same over bytes where they lie. */
export function spanOver({ buffer, byteOffset, length }: Uint8Array): Span {
  return createSpan(buffer, byteOffset, length)
}

/** The same over fresh memory. */
export function freshSpan(byteLength: number): Span {
  return createSpan(new ArrayBuffer(byteLength), 0, byteLength)
}
