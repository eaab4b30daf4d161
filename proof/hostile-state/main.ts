/**
 * `npm run prove -- hostile-state`: one thread scribbles over the memory of a state while another uses it. The outcome may
 * be a `RingCorruptError`; never a hang, or a place outside the memory. `-- --seconds 60 --seed 1`; one trial again, as far
 * as threads allow: `-- --count 1 --seed <its seed>`.
 */

import { Worker } from 'node:worker_threads'
import { trialsOf } from '../litmus/trials.ts'
import { createMemory } from './program.ts'
import type { Sight, Trial } from './side.worker.ts'

const TRIAL_MS = 20
const TRIAL_LIMIT_MS = 10_000

const { ms, most: mostTrials, firstSeed } = trialsOf(8)

const start = (): Worker => new Worker(new URL('side.worker.ts', import.meta.url))
let user = start()
let scribbler = start()

function ask(thread: Worker, trial: Trial): Promise<Sight> {
  return new Promise((resolve) => {
    const end = (fault: string): void => resolve({ steps: 0, error: undefined, fault })
    const timer = setTimeout(() => end(`hangs: no end after ${TRIAL_LIMIT_MS} ms`), TRIAL_LIMIT_MS)
    thread.removeAllListeners()
    thread.on('message', (sight: Sight) => {
      clearTimeout(timer)
      resolve(sight)
    })
    thread.on('error', (error) => end(`uncaught: ${String(error)}`))
    thread.postMessage(trial)
  })
}

const end = performance.now() + ms
let [trials, steps, scribbles, errors, faults] = [0, 0, 0, 0, 0]
console.log(`\nstates, from seed ${firstSeed}`)
for (; trials < mostTrials && performance.now() < end; trials++) {
  const seed = firstSeed + trials
  const trial = { memory: createMemory(), seed, ms: TRIAL_MS }
  const [used, scribbled] = await Promise.all([
    ask(user, { ...trial, isHostile: false }),
    ask(scribbler, { ...trial, isHostile: true }),
  ])
  steps += used.steps
  scribbles += scribbled.steps
  if (used.error !== undefined) errors++
  for (const fault of [used.fault, scribbled.fault]) {
    if (fault === undefined) continue
    faults++
    console.log(`FAULT, seed ${seed}: ${fault}`)
    await Promise.all([user.terminate(), scribbler.terminate()])
    user = start()
    scribbler = start()
  }
}
await Promise.all([user.terminate(), scribbler.terminate()])
console.log(`${trials} trials, ${steps} steps, ${scribbles} scribbles, ${errors} errors, ${faults} faults`)
if (trials === 0) console.log('FAULT no trial fitted in the time')
process.exitCode = faults === 0 && trials > 0 ? 0 : 1
