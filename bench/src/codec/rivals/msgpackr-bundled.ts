/** msgpackr with the strings of a message in one piece. */

import type { Codec } from '../codec.ts'
import { createMsgpackr } from '../msgpackr.ts'

export function create(memory: SharedArrayBuffer): Codec {
  return createMsgpackr(memory, { bundleStrings: true })
}
