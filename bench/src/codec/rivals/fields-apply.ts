/** As fields pooled, with texts by `String.fromCharCode.apply`. */

import type { Codec } from '../codec.ts'
import { create as createPooled } from './fields-pooled.ts'
import { byApply } from './fields.ts'

export function create(memory: SharedArrayBuffer, workload: string): Codec {
  return createPooled(memory, workload, byApply)
}
