/** A method for each field, with a writer, its memory and a reader made for every message. */

import type { Codec } from '../codec.ts'
import { fieldMessage } from './field-messages.ts'
import { byLoop, FieldReader, FieldWriter } from './fields.ts'

const MOST_BYTES = 256

export function create(memory: SharedArrayBuffer, workload: string): Codec {
  const message = fieldMessage(workload)
  const shared = new Uint8Array(memory)
  return {
    encode(value, offset) {
      const own = new ArrayBuffer(MOST_BYTES)
      const writer = new FieldWriter(own)
      message.write(writer, value)
      shared.set(new Uint8Array(own, 0, writer.at), offset)
      return offset + writer.at
    },
    decode(offset, end) {
      return message.read(new FieldReader(shared.slice(offset, end).buffer, byLoop))
    },
  }
}
