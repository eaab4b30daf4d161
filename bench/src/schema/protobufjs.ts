/** protobuf.js with its writer led to the shared memory. */

import protobuf from 'protobufjs/minimal.js'
import type { Codec } from '../codec/codec.ts'
import { isListIn } from './proto.ts'

/** A message as its reflection or its compiler makes it. */
export interface Message {
  encode(value: Record<string, unknown>, writer: protobuf.Writer): protobuf.Writer
  decode(bytes: Uint8Array): unknown
}

/** The parts of its writer that let it be used in place; its types leave them out. */
interface InPlaceWriter extends protobuf.Writer {
  buf: Uint8Array
  pos: number
  view: DataView | null
}

export function createProtobufjs(memory: SharedArrayBuffer, workload: string, message: Message): Codec {
  const buffer = Buffer.from(memory)
  const writer = protobuf.Writer.create() as InPlaceWriter
  const isList = isListIn(workload)
  return {
    encode(value, offset) {
      writer.buf = buffer
      writer.pos = offset
      writer.view = null
      message.encode((isList ? { list: value } : value) as Record<string, unknown>, writer)
      // When its room ends it allocates elsewhere without a word.
      if (writer.buf.buffer !== memory) throw new RangeError('protobuf.js has left the memory it was given')
      return writer.pos
    },
    decode(offset, end) {
      const decoded = message.decode(buffer.subarray(offset, end))
      return isList ? (decoded as { list: unknown }).list : decoded
    },
  }
}
