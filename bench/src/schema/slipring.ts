/** Slipring's schemas writing straight into shared memory. */

import { createSpan, type SchemaOptions } from '@slipring/core/schema'
import type { Codec } from '../codec/codec.ts'
import { schemaNamed } from './schemas.ts'

export function createSlipring(memory: SharedArrayBuffer, workload: string, options: SchemaOptions): Codec {
  const schema = schemaNamed(workload).with(options)
  const span = createSpan(memory, 0, memory.byteLength)
  const viewer = schema.viewer()
  return {
    encode(value, offset) {
      const end = schema.encodeInto(value, span, offset)
      if (end === -1) throw new RangeError('slipring found no room for the message')
      return end
    },
    decode: (offset, end) => schema.decode(span, offset, end),
    view: (offset, end) => viewer.at(span, offset, end),
  }
}
