/** msgpackr as any other MessagePack: an object is a map with its keys. */

import type { Codec } from '../codec.ts'
import { createMsgpackr } from '../msgpackr.ts'

export function create(memory: SharedArrayBuffer): Codec {
  return createMsgpackr(memory, { useRecords: false })
}
