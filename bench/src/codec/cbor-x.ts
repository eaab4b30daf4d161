/** cbor-x writing straight into shared memory where the platform lets it. */

import { Encoder, type Options } from 'cbor-x'
import { areaOf } from './area.ts'
import type { Codec } from './codec.ts'

// As the library exports it. Its types lack this, and how its encoder lets itself be used in place.
const REUSE_BUFFER_MODE = 512

interface InPlaceEncoder {
  useBuffer(bytes: Uint8Array): void
  /** In reuse mode the result is the buffer itself with two more properties: no subarray for every message. */
  encode(value: unknown, mode: number): Uint8Array & { readonly start: number; readonly end: number }
  decode(bytes: Uint8Array): unknown
}

export function createCborX(memory: SharedArrayBuffer, options: Options): Codec {
  // One encoder is both ends: the structures it has written are those it reads. Binary is copied out, never a view.
  const encoder = new Encoder({ ...options, structures: [], copyBuffers: true }) as unknown as InPlaceEncoder
  const area = areaOf(memory)
  // Its position cannot be set: it follows the message before, and for any other place it gets the rest of the memory.
  let base = 0
  let next = -1
  return {
    encode(value, offset) {
      if (offset !== next) {
        base = offset
        encoder.useBuffer(area.bytes.subarray(base))
      }
      const { buffer, start, end } = encoder.encode(value, REUSE_BUFFER_MODE)
      // When its room ends it allocates elsewhere without a word.
      if (buffer !== area.bytes.buffer) throw new RangeError('cbor-x has left the memory it was given')
      next = (base + end + 7) & ~7
      area.publish(base + start, base + end)
      return base + end
    },
    decode: (offset, end) => encoder.decode(area.fetch(offset, end)),
  }
}
