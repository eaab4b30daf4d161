/** This world, as the transports must know it. */

import type { WorldKind } from '../transports/kind.ts'
import { type World, worldOf, type WorldView } from './world.ts'

/** Columns that are drawn as they are. */
export type Columns = Pick<World, 'places' | 'turns'>

/** A body as physics engines and most programs have it. */
interface BodyObject {
  position: { x: number; y: number; z: number }
  rotation: { x: number; y: number; z: number; w: number }
}

interface ObjectWorld {
  tick: number
  time: number
  bodies: BodyObject[]
}

export const physicsKind: WorldKind<World, WorldView, Columns, ObjectWorld> = {
  schemaOf: worldOf,
  emptyWorld,
  columnsFor: emptyWorld,
  columnsIn: (view) => view,
  copyColumns: ({ places, turns }, to) => {
    to.places.xyz.set(places.xyz)
    to.turns.xyzw.set(turns.xyzw)
  },
  toObjects: ({ tick, time, places: { xyz }, turns: { xyzw } }) => {
    const bodies: BodyObject[] = []
    for (let p = 0, t = 0; p < xyz.length; p += 3, t += 4)
      bodies.push({
        position: { x: xyz[p]!, y: xyz[p + 1]!, z: xyz[p + 2]! },
        rotation: { x: xyzw[t]!, y: xyzw[t + 1]!, z: xyzw[t + 2]!, w: xyzw[t + 3]! },
      })
    return { tick, time, bodies }
  },
  fromObjects: ({ bodies }, { places: { xyz }, turns: { xyzw } }) => {
    for (let i = 0, p = 0, t = 0; i < bodies.length; i++, p += 3, t += 4) {
      const { position, rotation } = bodies[i]!
      xyz[p] = position.x
      xyz[p + 1] = position.y
      xyz[p + 2] = position.z
      xyzw[t] = rotation.x
      xyzw[t + 1] = rotation.y
      xyzw[t + 2] = rotation.z
      xyzw[t + 3] = rotation.w
    }
  },
}

function emptyWorld(bodies: number): World {
  return {
    tick: 0,
    time: 0,
    places: { xyz: new Float32Array(3 * bodies) },
    turns: { xyzw: new Float32Array(4 * bodies) },
  }
}
