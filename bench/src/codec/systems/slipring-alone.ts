/** Our self-contained messages: every one complete in itself, as for a file. */

import { decode, encodeInto } from '@slipring/core/codec'
import type { Codec } from '../codec.ts'

export function create(memory: SharedArrayBuffer): Codec {
  const bytes = new Uint8Array(memory)
  return {
    encode(value, offset) {
      const end = encodeInto(value, bytes, offset)
      if (end === -1) throw new RangeError('slipring found no room for the message')
      return end
    },
    decode: (offset, end) => decode(bytes.subarray(offset, end)),
  }
}
