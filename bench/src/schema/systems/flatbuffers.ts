/** FlatBuffers with one builder, and everything read: its memory is filled from the end, so that the message is copied. */

import { Builder, ByteBuffer } from 'flatbuffers'
import type { Codec } from '../../codec/codec.ts'
import { flat } from '../flat.ts'
import { perWorkload } from '../per-workload.ts'
import { shapeOf } from '../shapes.ts'

const BUILDER_BYTES = 1 << 18

const functionsOf = perWorkload((workload) => flat(shapeOf(workload)))

export function create(memory: SharedArrayBuffer, workload: string): Codec {
  const bytes = new Uint8Array(memory)
  const builder = new Builder(BUILDER_BYTES)
  const buffer = new ByteBuffer(bytes)
  const { write, read } = functionsOf(workload)
  return {
    encode(value, offset) {
      builder.clear()
      builder.finish(write(builder, value))
      const message = builder.asUint8Array()
      bytes.set(message, offset)
      return offset + message.length
    },
    decode: (offset) => read(buffer, offset + buffer.readInt32(offset)),
  }
}
