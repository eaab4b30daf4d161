/** msgpackr as near to structured clone as it gets: cycles, typed arrays, errors. */

import { createMsgpackr } from '../msgpackr.ts'
import type { Codec } from '../codec.ts'

export function create(memory: SharedArrayBuffer): Codec {
  return createMsgpackr(memory, { structuredClone: true })
}
