/**
 * Code as a patient programmer writes it for one shape with a DataView: the floor. No checks, no versions, no end of the memory;
 * the strings in objects are of Latin-1 alone and below 256 characters, those of lists of strings are any.
 */

import type { Codec } from '../../codec/codec.ts'
import { handOf } from '../by-hand/shapes.ts'
import type { Bytes } from '../by-hand/text.ts'

export function create(memory: SharedArrayBuffer, workload: string): Codec {
  const hand = handOf(workload)
  const bytes = Buffer.from(memory) as unknown as Bytes
  const view = new DataView(memory)
  return {
    encode: (value, offset) => hand.write(value as never, bytes, view, offset),
    decode: (offset) => hand.read(bytes, view, offset),
  }
}
