/** This world, as the transports must know it. */

import type { WorldKind } from '../transports/kind.ts'
import { type World, worldOf, type WorldView } from './world.ts'

/** Columns that are drawn as they are. */
export type Columns = Pick<World['entities'], 'x' | 'y' | 'radius' | 'heat' | 'kind'>

/** An entity as most programs have it. */
interface EntityObject {
  x: number
  y: number
  vx: number
  vy: number
  angle: number
  radius: number
  heat: number
  kind: number
}

interface ObjectWorld {
  tick: number
  time: number
  entities: EntityObject[]
}

export const gameKind: WorldKind<World, WorldView, Columns, ObjectWorld> = {
  schemaOf: worldOf,
  emptyWorld,
  columnsFor: (count) => emptyWorld(count).entities,
  columnsIn: ({ entities }) => entities,
  copyColumns: ({ entities }, to) => {
    to.x.set(entities.x)
    to.y.set(entities.y)
    to.radius.set(entities.radius)
    to.heat.set(entities.heat)
    to.kind.set(entities.kind)
  },
  toObjects: ({ tick, time, entities }) => {
    const { x, y, vx, vy, angle, radius, heat, kind } = entities
    const objects: EntityObject[] = []
    for (let i = 0; i < x.length; i++)
      objects.push({
        x: x[i]!,
        y: y[i]!,
        vx: vx[i]!,
        vy: vy[i]!,
        angle: angle[i]!,
        radius: radius[i]!,
        heat: heat[i]!,
        kind: kind[i]!,
      })
    return { tick, time, entities: objects }
  },
  fromObjects: ({ entities }, to) => {
    for (let i = 0; i < entities.length; i++) {
      const { x, y, radius, heat, kind } = entities[i]!
      to.x[i] = x
      to.y[i] = y
      to.radius[i] = radius
      to.heat[i] = heat
      to.kind[i] = kind
    }
  },
}

function emptyWorld(entities: number): World {
  const f32 = (): Float32Array => new Float32Array(entities)
  return {
    tick: 0,
    seconds: 0,
    time: 0,
    entities: {
      x: f32(),
      y: f32(),
      vx: f32(),
      vy: f32(),
      angle: f32(),
      radius: f32(),
      heat: new Uint16Array(entities),
      kind: new Uint8Array(entities),
    },
  }
}
