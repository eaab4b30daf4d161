/** The cell of the job suite: a fresh process that does the whole job, and then one of the baseline. */

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { CellResult, CellTask, Reading } from '../cell.ts'
import { outputOf } from '../output.ts'
import { DOCUMENTS, perTaskOf, preloadOf, ROUNDS } from './parts.ts'

const SCRIPT = fileURLToPath(new URL('./process.mjs', import.meta.url))
const LIMIT_MS = 120_000
/** A window so short is a test of the suite. */
const SHORT_MS = 50

export async function runJobCell(task: CellTask): Promise<CellResult> {
  const { system, workload, windowMs, baselines } = task
  const [part] = task.parts as [string]
  const isShort = windowMs < SHORT_MS
  const job = [isShort ? 2000 : DOCUMENTS, perTaskOf(workload), isShort ? 1 : ROUNDS].map(String)
  const own = await timed(system, job)
  const baseline = baselines[part]
  const base = baseline === undefined ? undefined : await timed(baseline, job)
  if (base !== undefined && base.output !== own.output) throw new Error(`${system} has other results than ${baseline}`)
  const value = own.ms
  const ratio = base === undefined ? null : base.ms / own.ms
  const reading: Reading = { value, p50: null, p99: null, cpuMicros: null, bytes: null, count: 1, ratio }
  return { isLossy: false, readings: { [part]: reading } }
}

async function timed(system: string, job: readonly string[]): Promise<{ ms: number; output: string }> {
  const preload = preloadOf(system)
  const options = [...process.execArgv, ...(preload === undefined ? [] : ['--import', preload])]
  const since = performance.now()
  const child = spawn(process.execPath, [...options, SCRIPT, system, ...job], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LIMIT_MS,
  })
  const output = await outputOf(child, `the job by ${system}`)
  return { ms: performance.now() - since, output }
}
