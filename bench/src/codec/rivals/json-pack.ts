/** MessagePack by @jsonjoy.com/json-pack. */

import { MsgPackDecoderFast } from '@jsonjoy.com/json-pack/lib/msgpack/MsgPackDecoderFast.js'
import { MsgPackEncoderFast } from '@jsonjoy.com/json-pack/lib/msgpack/MsgPackEncoderFast.js'
import type { Codec } from '../codec.ts'
import { copied } from '../copied.ts'

export function create(memory: SharedArrayBuffer): Codec {
  const encoder = new MsgPackEncoderFast()
  const decoder = new MsgPackDecoderFast()
  return copied(
    memory,
    (value) => encoder.encode(value),
    (bytes) => decoder.decode(bytes),
  )
}
