/** Slipring as on a page that forbids to generate code. */

import type { Codec } from '../../codec/codec.ts'
import { createSlipring } from '../slipring.ts'

export function create(memory: SharedArrayBuffer, workload: string): Codec {
  return createSlipring(memory, workload, { codegen: 'never' })
}
