/** The parts of the world: each is written by one thread, and read by all. */

import { columns, f32, struct, u32 } from '@slipring/core/schema'

export const BODIES = 2000

export const parts = {
  physics: struct({ tick: u32, at: columns(struct({ x: f32, vx: f32 }), BODIES) }),
  ai: struct({ tick: u32, wish: columns(struct({ x: f32 }), BODIES) }),
  animation: struct({ tick: u32, pose: columns(struct({ angle: f32 }), BODIES) }),
}
