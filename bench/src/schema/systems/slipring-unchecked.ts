/** Slipring without checks of the values. */

import type { Codec } from '../../codec/codec.ts'
import { createSlipring } from '../slipring.ts'

export function create(memory: SharedArrayBuffer, workload: string): Codec {
  return createSlipring(memory, workload, { checked: false })
}
