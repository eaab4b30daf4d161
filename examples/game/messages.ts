/** The messages between the two threads, the same for every transport. */

import type { Offer } from '@slipring/browser'
import type { StateOffer } from '@slipring/core/state'
import type { World } from './world.ts'
import type { Pointer } from './simulation.ts'

/** How the world gets from the worker to the page. */
export type TransportName = 'state' | 'channel' | 'port' | 'buffer' | 'objects'

export type ToWorker =
  | {
      readonly type: 'start'
      readonly transport: TransportName
      readonly entities: number
      readonly run: number
      /** The platform's own port, for the transports that use no Slipring. */
      readonly native: MessagePort
      /** For those that do. */
      readonly ring: Offer
    }
  | { readonly type: 'pointer'; readonly pointer: Pointer }
  | { readonly type: 'pause'; readonly isPaused: boolean }
  | Take

/** The page has drawn what it had, and asks for a new world; `buffer` is one to be used again. */
export interface Take {
  readonly type: 'take'
  readonly buffer?: ArrayBuffer | undefined
}

export type ToPage =
  /** How long the worker took for a step and for handing the world over, in milliseconds, and how often it did. */
  | { readonly type: 'pace'; readonly stepMs: number; readonly sendMs: number; readonly hertz: number }
  | { readonly type: 'offer'; readonly run: number; readonly offer: StateOffer }

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

export interface ObjectWorld {
  tick: number
  time: number
  entities: EntityObject[]
}

/** Milliseconds on the clock that both threads share. */
export const sharedNow = (): number => performance.timeOrigin + performance.now()

export function toObjects({ tick, time, entities }: World): ObjectWorld {
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
}
