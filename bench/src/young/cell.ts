/** A cell of the young suite: a fresh process with one worker, or a count of what a message passes. */

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { CellResult, CellTask } from '../cell.ts'
import { outputOf } from '../output.ts'
import { prefixOf, under, whyNot } from './condition.ts'
import { COUNTED, countReadings } from './count.ts'
import { BASELINE } from './parts.ts'
import { agesOf, exchangeOf, resultOf, withoutExchange, type Young } from './result.ts'

const SCRIPT = fileURLToPath(new URL('./pair.mjs', import.meta.url))
const LIMIT_MS = 60_000

/** `runtime`: the command that runs a program there. Default: this Node. */
export async function runYoungCell(task: CellTask, runtime?: readonly string[]): Promise<CellResult> {
  const { system, workload, parts } = task
  if (COUNTED.includes(workload)) {
    // Only functions of ours are counted, and the engine of Node counts them.
    const isOurs = system !== BASELINE && runtime === undefined
    return { isLossy: false, readings: isOurs ? await countReadings(task) : {} }
  }
  const { condition, way, payload } = exchangeOf(workload)
  const cannot = whyNot(condition)
  if (cannot !== undefined) return withoutExchange(cannot, parts)
  const command = [...prefixOf(condition), ...(runtime ?? [process.execPath, ...process.execArgv])]
  const young = await under(condition, () => runPair(command, { system, way, payload, ages: agesOf(parts) }))
  return resultOf(young, parts)
}

/** Runs a fresh process with one worker, by a command that runs programs, and gives what it has exchanged. */
export async function runPair([binary = '', ...args]: readonly string[], task: object): Promise<Young> {
  const child = spawn(binary, [...args, SCRIPT, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LIMIT_MS,
    env: { ...process.env, DENO_NO_UPDATE_CHECK: '1' },
  })
  return JSON.parse(await outputOf(child, 'the fresh process')) as Young
}
