/** serde-wasm-bindgen in a module of Rust: bytes come out of its memory, and go there before they are read. */

import type { Codec } from '../../codec.ts'
import { decode, encode } from './compiled/serde-rival.js'

export function create(memory: SharedArrayBuffer): Codec {
  const bytes = new Uint8Array(memory)
  return {
    encode(value, offset) {
      const message = encode(value)
      bytes.set(message, offset)
      return offset + message.byteLength
    },
    decode: (offset, end) => decode(bytes.subarray(offset, end)) as unknown,
  }
}
