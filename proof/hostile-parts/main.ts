/**
 * `npm run prove -- hostile-parts`: one thread scribbles over the memory of lanes with one reader, of a board of
 * tasks and of the latest value while another uses it. It may end with `RingCorruptError`; never a hang, or a place
 * outside the memory. `-- --seconds 60 --seed 1`; one trial again, as far as threads allow: `-- --count 1 --seed <its seed>`.
 */

import { Worker } from 'node:worker_threads'
import { trialsOf } from '../litmus/trials.ts'
import { parts } from './parts.ts'
import type { PartSight, PartTrial } from './parts.worker.ts'

const TRIAL_MS = 20
const TRIAL_LIMIT_MS = 10_000

const { ms, most: mostTrials, firstSeed } = trialsOf(8)

const start = (): Worker => new Worker(new URL('parts.worker.ts', import.meta.url))
let user = start()
let scribbler = start()

function ask(thread: Worker, trial: PartTrial): Promise<PartSight> {
  return new Promise((resolve) => {
    const end = (fault: string): void => resolve({ steps: 0, error: undefined, fault })
    const timer = setTimeout(() => end(`hangs: no end after ${TRIAL_LIMIT_MS} ms`), TRIAL_LIMIT_MS)
    thread.removeAllListeners()
    thread.on('message', (sight: PartSight) => {
      clearTimeout(timer)
      resolve(sight)
    })
    thread.on('error', (error) => end(`uncaught: ${String(error)}`))
    thread.postMessage(trial)
  })
}

const names = Object.keys(parts)
const end = performance.now() + ms
const rows = new Map(names.map((name) => [name, { trials: 0, steps: 0, scribbles: 0, errors: 0 }]))
let bad = 0
console.log(`\nparts, from seed ${firstSeed}`)
let index = 0
for (; index < mostTrials && performance.now() < end; index++) {
  const seed = firstSeed + index
  const part = names[seed % names.length]!
  const trial = { part, memory: parts[part]!.make(), seed, ms: TRIAL_MS }
  const [used, scribbled] = await Promise.all([
    ask(user, { ...trial, isHostile: false }),
    ask(scribbler, { ...trial, isHostile: true }),
  ])
  const row = rows.get(part)!
  row.trials++
  row.steps += used.steps
  row.scribbles += scribbled.steps
  if (used.error !== undefined) row.errors++
  for (const fault of [used.fault, scribbled.fault]) {
    if (fault === undefined) continue
    bad++
    console.log(`FAULT in ${part}, seed ${seed}: ${fault}`)
    await Promise.all([user.terminate(), scribbler.terminate()])
    user = start()
    scribbler = start()
  }
}
await Promise.all([user.terminate(), scribbler.terminate()])
const heads = ['trials', 'steps', 'scribbles', 'errors'] as const
console.log(['part'.padEnd(30), ...heads.map((head) => head.padStart(13))].join(''))
for (const [name, row] of rows)
  console.log(name.padEnd(30) + heads.map((head) => String(row[head]).padStart(13)).join(''))
console.log(`${index} trials, ${bad} faults`)
if (index === 0) console.log('FAULT no trial fitted in the time')
process.exitCode = bad === 0 && index > 0 ? 0 : 1
