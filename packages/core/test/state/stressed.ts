/** A state that tells whether it is whole. */

import { columns, f64, struct, u32 } from '../../src/schema/index.ts'

export const Stressed = struct({ tick: u32, checksum: f64, values: columns(struct({ x: f64 }), 500) })

export function checksumOf(tick: number, values: Float64Array): number {
  let sum = tick
  for (let i = 0; i < values.length; i++) sum += values[i]! * (i + 1)
  return sum
}
