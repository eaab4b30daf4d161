/** msgpackr by its two functions: every message complete in itself, in memory of the library. */

import { pack, unpack } from 'msgpackr'
import type { Codec } from '../codec.ts'
import { copied } from '../copied.ts'

export function create(memory: SharedArrayBuffer): Codec {
  return copied(memory, pack, unpack)
}
