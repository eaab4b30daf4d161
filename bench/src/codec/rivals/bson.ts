/** bson, straight into shared memory. Its messages are documents: any other value is put into one. */

import { deserialize, serializeWithBufferAndIndex } from 'bson'
import type { Codec } from '../codec.ts'

export function create(memory: SharedArrayBuffer): Codec {
  const bytes = new Uint8Array(memory)
  return {
    // It gives the place of the last byte.
    encode: (value, index) => serializeWithBufferAndIndex({ value }, bytes, { index }) + 1,
    decode: (offset, end) => deserialize(bytes.subarray(offset, end)).value as unknown,
  }
}
