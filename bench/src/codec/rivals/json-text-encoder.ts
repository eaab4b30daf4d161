/** JSON, and its text to bytes by TextEncoder and TextDecoder. */

import type { Codec } from '../codec.ts'
import { copied } from '../copied.ts'

export function create(memory: SharedArrayBuffer): Codec {
  const encoder = new TextEncoder()
  const decoder = new TextDecoder()
  return copied(
    memory,
    (value) => encoder.encode(JSON.stringify(value)),
    (bytes) => JSON.parse(decoder.decode(bytes)) as unknown,
  )
}
