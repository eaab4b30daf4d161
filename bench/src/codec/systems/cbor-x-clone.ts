/** cbor-x as near to structured clone as it gets: cycles, typed arrays, errors. */

import { createCborX } from '../cbor-x.ts'
import type { Codec } from '../codec.ts'

export function create(memory: SharedArrayBuffer): Codec {
  return createCborX(memory, { structuredClone: true })
}
