/** The world, as both threads know it. */

import { bool, columns, f32, f64, type Infer, type InferView, struct, u16, u32, u8 } from '@slipring/core/schema'
import { inputs } from '@slipring/core/state'

/** The world is so many units wide and high. */
export const WIDTH = 1600
export const HEIGHT = 1000

const Entity = struct({ x: f32, y: f32, vx: f32, vy: f32, angle: f32, radius: f32, heat: u16, kind: u8 })

/** Five kinds of entities, each with a colour of its own. */
export const KINDS = 5

// The function gives a schema of one type, whatever the number.
function makeWorld(entities: number) {
  return struct({ tick: u32, seconds: f64, time: f64, entities: columns(Entity, entities) })
}

type WorldSchema = ReturnType<typeof makeWorld>
export type World = Infer<WorldSchema>
export type WorldView = InferView<WorldSchema>

const schemas = new Map<number, WorldSchema>()

/** The schema of a world with so many entities. */
export function worldOf(entities: number): WorldSchema {
  let schema = schemas.get(entities)
  if (schema === undefined) schemas.set(entities, (schema = makeWorld(entities)))
  return schema
}

/** The pointer, from the page to the worker. Its places are those of the world. */
export const Steering = inputs(struct({ x: f32, y: f32, isThere: bool, isPressed: bool }))
