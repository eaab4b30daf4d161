/**
 * The fault matrix: kills a thread at a random moment of a random conversation, again and again, and prints a table of
 * kills and states. `npm run prove -- faults --count 1000 --seed 1`, or `--seconds 20` for as many as fit; a single trial
 * again: `--count 1 --seed <its seed>`.
 */

import { readdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { amountOf, wholeOf } from '../../../tools/amount.mjs'
import { KILLS, planOf, STATES, SURVIVORS } from './fault-plan.ts'
import { runTrial, type Verdict } from './fault-trial.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string' },
    seed: { type: 'string' },
    seconds: { type: 'string' },
    // Milliseconds from the exit, or from the last message delivered, to the survivor's close.
    close: { type: 'string' },
  },
})
const count = amountOf('count', values.count, 100)
const closeLimitMs = amountOf('close', values.close, 100)
const firstSeed = wholeOf('seed', values.seed)
const end = performance.now() + amountOf('seconds', values.seconds, Infinity) * 1000

// The runtime itself starts some things once: pools, leftovers of the first worker.
await runTrial({ ...planOf(1), kill: 'exit', state: 'idle', survivor: 'worker that blocks', afterMs: 1 }, closeLimitMs)
const before = await held()
const verdicts: Verdict[] = []
for (let index = 0; index < count && performance.now() < end; index++) {
  const verdict = await runTrial(planOf(firstSeed + index), closeLimitMs)
  verdicts.push(verdict)
  for (const fault of verdict.faults) console.log(`FAULT ${fault}: ${JSON.stringify(verdict.plan)}`)
}
const after = await held()

printTable('kill', KILLS, ({ plan }) => plan.kill)
printTable('survivor', SURVIVORS, ({ plan }) => plan.survivor)
const faults = verdicts.filter((verdict) => verdict.faults.length > 0).length
const leaks = after.threads > before.threads || after.handles > before.handles
const received = verdicts.reduce((sum, verdict) => sum + Math.max(verdict.received, 0), 0)
console.log(`handles ${before.handles} before, ${after.handles} after; threads ${before.threads} and ${after.threads}`)
console.log(`${verdicts.length} trials from seed ${firstSeed}, ${received} messages, ${faults} with faults`)
if (verdicts.length === 0) console.log('FAULT no trial fitted in the time')
process.exitCode = verdicts.length > 0 && faults === 0 && !leaks ? 0 : 1
// And no process.exit(): that this process ends by itself is part of the test.

/** Counts the handles and threads of this process, after a pause in which others end. Only Linux tells of threads. */
async function held(): Promise<{ handles: number; threads: number }> {
  await delay(200)
  const handles = process.getActiveResourcesInfo().filter((name) => /worker|port/i.test(name)).length
  return { handles, threads: process.platform === 'linux' ? readdirSync('/proc/self/task').length : 0 }
}

/** Prints how many trials each pair had, and its latest close after an exit in milliseconds. */
function printTable(title: string, rows: readonly string[], rowOf: (verdict: Verdict) => string): void {
  console.log(`\n${`${title} \\ state`.padEnd(22)}${STATES.map((state) => state.padStart(15)).join('')}`)
  for (const row of rows) {
    const cells = STATES.map((state) => {
      const here = verdicts.filter((verdict) => rowOf(verdict) === row && verdict.plan.state === state)
      const latest = Math.max(0, ...here.map(({ latencyMs }) => latencyMs))
      const bad = here.filter((verdict) => verdict.faults.length > 0).length
      return `${here.length}${bad === 0 ? '' : ` (${bad} bad)`} ${latest.toFixed(1)} ms`.padStart(15)
    })
    console.log(row.padEnd(22) + cells.join(''))
  }
}
