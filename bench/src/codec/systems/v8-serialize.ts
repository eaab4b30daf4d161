/** The engine's serializer, as Node offers it: what structured clone is made of. */

import { DefaultDeserializer, DefaultSerializer } from 'node:v8'
import type { Codec } from '../codec.ts'

export function create(memory: SharedArrayBuffer): Codec {
  const shared = Buffer.from(memory)
  return {
    encode(value, offset) {
      const serializer = new DefaultSerializer()
      serializer.writeHeader()
      serializer.writeValue(value)
      const message = serializer.releaseBuffer()
      shared.set(message, offset)
      return offset + message.length
    },
    decode(offset, end) {
      // Private bytes: typed arrays come back as views of what the deserializer was given.
      const deserializer = new DefaultDeserializer(Buffer.from(shared.subarray(offset, end)))
      deserializer.readHeader()
      return deserializer.readValue()
    },
  }
}
