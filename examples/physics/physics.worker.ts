/** Rapier's thread: 30 steps a second, and one at once for a push. */

import RAPIER from '@dimforge/rapier3d-compat'
import { parentPort } from '@slipring/browser'
import { runWorld } from '../transports/world-thread.ts'
import { physicsKind } from './kind.ts'
import { Latency } from './latency.ts'
import { Simulation } from './simulation.ts'
import { type PushRecord, Pushes } from './world.ts'

// A step of 5,000 bodies takes half of that on a slow core. The page draws between two steps.
const HERTZ = 30
const TELL_MS = 500

const pushes = Pushes.readOn(parentPort!, { name: 'push' })
const latency = new Latency()
let simulation: Simulation | undefined
let toldAt = 0

const thread = runWorld({
  kind: physicsKind,
  hertz: HERTZ,
  ready: RAPIER.init(),
  simulationOf: (bodies) => (simulation = new Simulation(bodies, seen)),
  beforeStep: takePush,
})

function takePush(): void {
  if (!pushes.take()) return
  const { x, y, z, toX, toY, toZ, speed } = pushes.value!
  simulation?.push({
    x,
    y,
    z,
    toX,
    toY,
    toZ,
    speed,
    at: performance.timeOrigin + pushes.time,
    sentAt: performance.timeOrigin + pushes.setTime,
  })
}

function seen(push: PushRecord): void {
  latency.seen(push, thread.steppedAt)
  if (performance.now() - toldAt < TELL_MS) return
  toldAt = performance.now()
  parentPort!.postMessage(latency.message())
}

while (await pushes.changed()) {
  takePush()
  thread.hurry()
}
