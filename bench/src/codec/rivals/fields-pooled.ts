/** A method for each field, with one writer and one reader for all messages. */

import type { Codec } from '../codec.ts'
import { fieldMessage } from './field-messages.ts'
import { byLoop, FieldReader, FieldWriter } from './fields.ts'

export function create(memory: SharedArrayBuffer, workload: string, readText: typeof byLoop = byLoop): Codec {
  const message = fieldMessage(workload)
  const writer = new FieldWriter(memory)
  const reader = new FieldReader(memory, readText)
  return {
    encode(value, offset) {
      writer.at = offset
      message.write(writer, value)
      return writer.at
    },
    decode(offset) {
      reader.at = offset
      return message.read(reader)
    },
  }
}
