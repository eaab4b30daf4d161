/** Simulates the world 120 times a second. */

import { parentPort } from '@slipring/browser'
import { runWorld } from '../transports/world-thread.ts'
import { gameKind } from './kind.ts'
import { Simulation } from './simulation.ts'
import { Steering } from './world.ts'

const steering = Steering.readOn(parentPort!, { name: 'steering' })
let simulation: Simulation | undefined

runWorld({
  kind: gameKind,
  hertz: 120,
  simulationOf: (entities) => (simulation = new Simulation(entities)),
  beforeStep: () => {
    steering.take()
    const { value } = steering
    if (value === undefined || simulation === undefined) return
    // A click may be over before a step looks.
    const isPressed = value.isPressed || steering.pressed('isPressed') > 0
    Object.assign(simulation.pointer, { x: value.x, y: value.y, pull: isPressed ? -1 : value.isThere ? 1 : 0 })
  },
})
