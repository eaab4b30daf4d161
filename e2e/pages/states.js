/** The schemas of the states on a port. */

import { columns, struct, u32 } from '@slipring/core/schema'
import { stateOf } from '@slipring/core/state'
import { Counted } from './schemas.js'

export const CountedState = stateOf(Counted)
/** Whole if all its numbers are the same. */
export const World = stateOf(columns(struct({ n: u32 }), 1000))
