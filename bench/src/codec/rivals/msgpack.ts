/** @msgpack/msgpack with an encoder and a decoder that are used again. */

import { Decoder, Encoder } from '@msgpack/msgpack'
import type { Codec } from '../codec.ts'
import { copied } from '../copied.ts'

export function create(memory: SharedArrayBuffer): Codec {
  const encoder = new Encoder()
  const decoder = new Decoder()
  return copied(
    memory,
    (value) => encoder.encodeSharedRef(value),
    (bytes) => decoder.decode(bytes),
  )
}
