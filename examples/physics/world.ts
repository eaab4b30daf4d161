/** The world, as both threads know it. */

import { columns, f32, f64, type Infer, type InferView, struct, u32 } from '@slipring/core/schema'
import { inputs } from '@slipring/core/state'

// A column for all three parts of a place, and one for all four of a rotation: a vertex attribute takes them as they are.
function makeWorld(bodies: number) {
  return struct({
    tick: u32,
    time: f64,
    places: columns(struct({ xyz: f32 }), 3 * bodies),
    turns: columns(struct({ xyzw: f32 }), 4 * bodies),
  })
}

type WorldSchema = ReturnType<typeof makeWorld>
export type World = Infer<WorldSchema>
export type WorldView = InferView<WorldSchema>

const schemas = new Map<number, WorldSchema>()

/** The schema of a world with so many bodies. */
export function worldOf(bodies: number): WorldSchema {
  let schema = schemas.get(bodies)
  if (schema === undefined) schemas.set(bodies, (schema = makeWorld(bodies)))
  return schema
}

/** A push along a ray, from the page to the worker. Places are `x`, `y`, `z`. */
const Push = struct({ x: f32, y: f32, z: f32, toX: f32, toY: f32, toZ: f32, speed: f32 })
export const Pushes = inputs(Push)
/** By `sharedNow()`: `at` is the event, and at `sentAt` the page told of it. */
export type PushRecord = Infer<typeof Push> & { readonly at: number; readonly sentAt: number }
