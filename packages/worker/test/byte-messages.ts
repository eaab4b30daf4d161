/** Messages that are bytes and nothing else, for tests that take them in place or into memory of their own. */

/** Bytes that differ from place to place, and from seed to seed. */
export function bytes(length: number, seed = 1): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, index) => index * 7 + seed)
}

export const byteMessages: readonly [name: string, message: ArrayBuffer | ArrayBufferView<ArrayBuffer>][] = [
  ['a Uint8Array', bytes(1000)],
  ['an ArrayBuffer', bytes(1000).buffer],
  ['nothing', new Uint8Array()],
  ['a view of part of a buffer', bytes(1000).subarray(100, 900)],
  ['a Float64Array', Float64Array.of(1.5, -0, NaN)],
  ['a DataView', new DataView(bytes(100).buffer, 3, 50)],
  ['a resizable buffer', new Uint8Array(new ArrayBuffer(8, { maxByteLength: 64 })).fill(3)],
]

/** The bytes of such a message. */
export function shownBy(message: ArrayBuffer | ArrayBufferView<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return ArrayBuffer.isView(message)
    ? new Uint8Array(message.buffer, message.byteOffset, message.byteLength)
    : new Uint8Array(message)
}
