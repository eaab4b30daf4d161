/** Changes by hand, with paths as numbers that both ends know. */

import type { Codec } from '../codec.ts'
import { binaryChanges } from './binary-changes.ts'

export function create(memory: SharedArrayBuffer, workload: string): Codec {
  return binaryChanges(memory, workload, true)
}
