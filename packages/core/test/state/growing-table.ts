/** A world whose table begins small. */

import { struct, table, u32 } from '../../src/schema/index.ts'

export const MOST = 100
/** `twice` is always twice the value, so that a torn row shows. */
export const GrowingWorld = struct({
  tick: u32,
  rows: table(struct({ value: u32, twice: u32 }), 2, { maxCapacity: MOST }),
})
