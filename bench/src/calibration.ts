/** A fixed piece of work, timed on request: the same on an idle machine, longer on a busy one. */

import { parentPort } from 'node:worker_threads'

const STEPS = 5_000_000

parentPort?.on('message', () => {
  const startedAt = performance.now()
  const sum = work()
  // The sum is looked at, so that the work cannot be left out.
  parentPort?.postMessage(performance.now() - startedAt + (sum === 0 ? 1 : 0))
})

function work(): number {
  let state = 1
  for (let i = 0; i < STEPS; i++) state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + i
  return state
}
