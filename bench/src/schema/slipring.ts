/** Slipring's schemas writing straight into shared memory. */

import { type AnySchema, createSpan, type SchemaOptions } from '@slipring/core/schema'
import type { Codec } from '../codec/codec.ts'
import { perWorkload } from './per-workload.ts'
import { schemaNamed } from './schemas.ts'

/** `create` of a system with certain options. */
export function slipringWith(options: SchemaOptions): (memory: SharedArrayBuffer, workload: string) => Codec {
  const schemaOf = perWorkload((workload) => schemaNamed(workload).with(options))
  return (memory, workload) => createSlipring(memory, schemaOf(workload))
}

function createSlipring(memory: SharedArrayBuffer, schema: AnySchema): Codec {
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
