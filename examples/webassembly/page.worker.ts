import { parentPort } from '@slipring/browser'
import { createSimulation } from './simulation.ts'

const STEP_MS = 8

try {
  const answer = await fetch(new URL('./simulation.wasm', import.meta.url))
  const simulation = await createSimulation(await answer.arrayBuffer())
  parentPort!.postMessage(simulation.offer)
  setInterval(() => simulation.step(STEP_MS / 1000), STEP_MS)
} catch (error) {
  // Such as on a page without the two headers: the state lies in shared memory.
  parentPort!.postMessage(String(error))
}
