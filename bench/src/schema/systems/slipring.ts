/** Slipring as it is by default: values are checked. */

import type { Codec } from '../../codec/codec.ts'
import { createSlipring } from '../slipring.ts'

export function create(memory: SharedArrayBuffer, workload: string): Codec {
  return createSlipring(memory, workload, {})
}
