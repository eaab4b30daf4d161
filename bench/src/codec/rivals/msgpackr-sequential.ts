/** msgpackr for a stream: a structure is described where it first comes. */

import type { Codec } from '../codec.ts'
import { createMsgpackr } from '../msgpackr.ts'

export function create(memory: SharedArrayBuffer): Codec {
  return createMsgpackr(memory, { sequential: true })
}
