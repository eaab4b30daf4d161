/** msgpackr with record structures that both ends know: its fastest way. */

import { createMsgpackr } from '../msgpackr.ts'
import type { Codec } from '../codec.ts'

export function create(memory: SharedArrayBuffer): Codec {
  return createMsgpackr(memory, {})
}
