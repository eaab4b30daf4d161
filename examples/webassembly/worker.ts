import { readFileSync } from 'node:fs'
import { parentPort } from '@slipring/worker'
import { createSimulation } from './simulation.ts'

const STEP_MS = 2
const STEPS = 250

const simulation = await createSimulation(readFileSync(new URL('simulation.wasm', import.meta.url)))
parentPort!.postMessage(simulation.offer)
let steps = 0
const clock = setInterval(() => {
  simulation.step(STEP_MS / 1000)
  if (++steps < STEPS) return
  clearInterval(clock)
  simulation.close()
}, STEP_MS)
