import { columns, f32, list, string, struct, u32 } from '@slipring/core/schema'
import { stateOf } from '@slipring/core/state'

/** A state that is whole if all its numbers are the same. */
export const Numbers = stateOf(columns(struct({ all: u32 }), 500))
export const Other = stateOf(struct({ all: list(string), size: f32 }))
