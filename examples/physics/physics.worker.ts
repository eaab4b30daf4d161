/** Rapier's thread: 30 steps a second, and one at once for a push. */

import RAPIER from '@dimforge/rapier3d-compat'
import { parentPort } from '@slipring/browser'
import { runWorld } from '../transports/world-thread.ts'
import { Inputs } from './inputs.ts'
import { physicsKind } from './kind.ts'
import { Simulation } from './simulation.ts'
import { Push } from './world.ts'

// A step of 5,000 bodies takes half of that on a slow core. The page draws between two steps.
const HERTZ = 30
const INPUTS_MS = 500

const inputs = new Inputs()
let simulation: Simulation | undefined
let toldAt = 0

const thread = runWorld({
  kind: physicsKind,
  hertz: HERTZ,
  ready: RAPIER.init(),
  simulationOf: (bodies) => (simulation = new Simulation(bodies, seen)),
})

parentPort!.channel(Push, { name: 'push' }).onrecord = (push) => {
  inputs.taken(push.at)
  simulation?.push(push)
  thread.hurry()
}

function seen(at: number): void {
  inputs.seen(at)
  if (performance.now() - toldAt < INPUTS_MS) return
  toldAt = performance.now()
  parentPort!.postMessage(inputs.message())
}
