/** JSON, with the step from text to bytes in shared memory and back. */

import { areaOf, type Area } from '../area.ts'
import type { Codec } from '../codec.ts'

/** Node's own methods, the fastest there are; its type declarations leave them out. */
interface Utf8Buffer extends Buffer {
  utf8Write(text: string, offset: number): number
  utf8Slice(start: number, end: number): string
}

export function create(memory: SharedArrayBuffer): Codec {
  return typeof Buffer === 'function' ? overBuffer(Buffer.from(memory) as Utf8Buffer) : overArea(areaOf(memory))
}

function overBuffer(buffer: Utf8Buffer): Codec {
  return {
    encode: (value, offset) => offset + buffer.utf8Write(JSON.stringify(value), offset),
    decode: (offset, end) => JSON.parse(buffer.utf8Slice(offset, end)),
  }
}

function overArea(area: Area): Codec {
  const encoder = new TextEncoder()
  const decoder = new TextDecoder()
  return {
    encode(value, offset) {
      const end = offset + encoder.encodeInto(JSON.stringify(value), area.bytes.subarray(offset)).written
      area.publish(offset, end)
      return end
    },
    decode: (offset, end) => JSON.parse(decoder.decode(area.fetch(offset, end))),
  }
}
