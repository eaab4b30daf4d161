/** Simulates the world 120 times a second, and hands it to the page by the transport that the page asks for. */

import { parentPort } from '@slipring/browser'
import { type Carrier, carrierOf } from './carriers.ts'
import { sharedNow, type ToPage, type ToWorker } from './messages.ts'
import { Simulation } from './simulation.ts'

const HERTZ = 120
const STEP_MS = 1000 / HERTZ
/** A world that could not keep up does not try to catch up with more than this. */
const MOST_BEHIND_MS = 50
const PACE_MS = 500

const port = parentPort!
let carrier: Carrier | undefined
let simulation = new Simulation(1)
let isPaused = false
let due = sharedNow()
const pace = { since: sharedNow(), steps: 0, stepMs: 0, sendMs: 0 }

port.onmessage = ({ data }: { readonly data: unknown }) => {
  const message = data as ToWorker
  if (message.type === 'start') {
    carrier?.close()
    simulation = new Simulation(message.entities)
    carrier = carrierOf(message, port)
    carrier.change((world) => simulation.fill(world))
  } else if (message.type === 'take') carrier?.take(message)
  else if (message.type === 'pointer') Object.assign(simulation.pointer, message.pointer)
  else isPaused = message.isPaused
}

function turn(): void {
  const started = performance.now()
  if (carrier !== undefined && !isPaused) {
    let stepped = started
    carrier.change((world) => {
      simulation.step(world, STEP_MS / 1000)
      stepped = performance.now()
    })
    pace.steps++
    pace.stepMs += stepped - started
    pace.sendMs += performance.now() - stepped
  }
  tellPace()
  const now = sharedNow()
  due = Math.max(due + STEP_MS, now - MOST_BEHIND_MS)
  setTimeout(turn, Math.max(0, due - now))
}

function tellPace(): void {
  const ms = sharedNow() - pace.since
  if (ms < PACE_MS) return
  const steps = Math.max(1, pace.steps)
  const message: ToPage = {
    type: 'pace',
    stepMs: pace.stepMs / steps,
    sendMs: pace.sendMs / steps,
    hertz: (pace.steps * 1000) / ms,
  }
  port.postMessage(message)
  Object.assign(pace, { since: sharedNow(), steps: 0, stepMs: 0, sendMs: 0 })
}

turn()
