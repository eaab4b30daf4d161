/** The world of the state suite: a table of entities of 27 bytes each. */

import { columns, f32, f64, type Infer, struct, u16, u32, u8 } from '@slipring/core/schema'

const Entity = struct({ x: f32, y: f32, vx: f32, vy: f32, angle: f32, radius: f32, heat: u16, kind: u8 })

// The function gives a schema of one type, whatever the number.
function makeWorld(entities: number) {
  return struct({ tick: u32, time: f64, entities: columns(Entity, entities) })
}

export type WorldSchema = ReturnType<typeof makeWorld>
export type World = Infer<WorldSchema>
export type Objects = { tick: number; time: number; entities: Infer<typeof Entity>[] }

export const WORKLOADS: Readonly<Record<string, number>> = {
  '1,000 entities': 1000,
  '10,000 entities': 10_000,
  '100,000 entities': 100_000,
}

export function worldOf(workload: string): { readonly schema: WorldSchema; readonly entities: number } {
  const entities = WORKLOADS[workload]
  if (entities === undefined) throw new Error(`No workload is named ${workload}`)
  return { schema: makeWorld(entities), entities }
}

export const sharedNow = (): number => performance.timeOrigin + performance.now()

export function emptyWorld(entities: number): World {
  const f32s = (): Float32Array => new Float32Array(entities)
  return {
    tick: 0,
    time: 0,
    entities: {
      x: f32s(),
      y: f32s(),
      vx: f32s(),
      vy: f32s(),
      angle: f32s(),
      radius: f32s(),
      heat: new Uint16Array(entities),
      kind: new Uint8Array(entities),
    },
  }
}

/** Moves every entity a little, and notes when. */
export function step(world: World): void {
  const { x, y, vx, vy } = world.entities
  world.tick++
  for (let i = 0; i < x.length; i++) {
    x[i] = (x[i]! + vx[i]! + 0.25) % 1000
    y[i] = (y[i]! + vy[i]! + 0.5) % 1000
  }
  world.time = sharedNow()
}

export function toObjects({ tick, time, entities }: World): Objects {
  const { x, y, vx, vy, angle, radius, heat, kind } = entities
  const objects = Array.from(x, (_, i) => ({
    x: x[i]!,
    y: y[i]!,
    vx: vx[i]!,
    vy: vy[i]!,
    angle: angle[i]!,
    radius: radius[i]!,
    heat: heat[i]!,
    kind: kind[i]!,
  }))
  return { tick, time, entities: objects }
}
