/** Our encoder and decoder as a port uses them: a pair that lives long and knows its shapes. */

import { createSpan, Decoder, Encoder } from '@slipring/core/codec'
import type { Codec } from '../codec.ts'

export function create(memory: SharedArrayBuffer): Codec {
  // Asked for once: it is a call out of compiled code.
  const limit = memory.byteLength
  const span = createSpan(memory, 0, limit)
  const encoder = new Encoder()
  const decoder = new Decoder()
  return {
    encode(value, offset) {
      const end = encoder.encode(value, span, offset, limit)
      if (end === -1) throw new RangeError('slipring found no room for the message')
      return end
    },
    decode: (offset, end) => decoder.decode(span, offset, end),
  }
}
