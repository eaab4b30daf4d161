import { columns, f32, list, string, struct, u32 } from '@slipring/core/schema'

/** A state that is whole if all its numbers are the same. */
export const Numbers = columns(struct({ all: u32 }), 500)
export const Other = struct({ all: list(string), size: f32 })
