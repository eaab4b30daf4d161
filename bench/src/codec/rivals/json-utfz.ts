/** JSON, and its text to bytes by UTFZ. */

import { pack, unpack } from 'utfz-lib'
import type { Codec } from '../codec.ts'

export function create(memory: SharedArrayBuffer): Codec {
  const bytes = new Uint8Array(memory)
  return {
    encode(value, offset) {
      const text = JSON.stringify(value)
      return offset + pack(text, text.length, bytes, offset)
    },
    decode: (offset, end) => JSON.parse(unpack(bytes, end - offset, offset)) as unknown,
  }
}
