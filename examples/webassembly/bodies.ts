import { columns, f32, struct } from '@slipring/core/schema'

export const COUNT = 10_000

/** In a box from 0 to 1, and a second. */
export const Bodies = struct({ bodies: columns(struct({ x: f32, y: f32, vx: f32, vy: f32 }), COUNT) })
