/** A library that knows only memory of its own: its bytes are copied into shared memory, and out of it where it asks for that. */

import type { Codec } from './codec.ts'

export function copied(
  memory: SharedArrayBuffer,
  encode: (value: unknown) => Uint8Array,
  decode: (bytes: Uint8Array) => unknown,
): Codec {
  const shared = new Uint8Array(memory)
  return {
    encode(value, offset) {
      const bytes = encode(value)
      shared.set(bytes, offset)
      return offset + bytes.length
    },
    // A view of the bytes as they are: a decoder that keeps it is found out, since they are wiped.
    decode: (offset, end) => decode(shared.subarray(offset, end)),
  }
}
