/** Simulates the world 120 times a second. */

import { runWorld } from '../transports/world-thread.ts'
import { gameKind } from './kind.ts'
import { type Pointer, Simulation } from './simulation.ts'

/** Where the pointer is on the page. */
export interface PointerMessage {
  readonly type: 'pointer'
  readonly pointer: Pointer
}

let simulation: Simulation | undefined

runWorld({
  kind: gameKind,
  hertz: 120,
  simulationOf: (entities) => (simulation = new Simulation(entities)),
  hear: (message) => {
    if (simulation !== undefined) Object.assign(simulation.pointer, (message as PointerMessage).pointer)
  },
})
