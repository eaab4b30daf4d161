/** Runs a cell in a process of its own: some pools work in the main thread only, and one wants a module imported before. */

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { CellResult, CellTask } from '../cell.ts'
import { outputOf } from '../output.ts'
import { poolNamed } from './systems.ts'

const SCRIPT = fileURLToPath(new URL('./process.ts', import.meta.url))
const LIMIT_MS = 60_000

export async function startPoolCell(task: CellTask): Promise<CellResult> {
  const { preload, whyNot } = poolNamed(task.system)
  const reason = whyNot?.()
  if (reason !== undefined) return { isLossy: false, readings: {}, cannot: reason }
  if (preload === undefined) return runInProcess(task)
  const cannot = whyNotPreloaded(preload)
  if (cannot !== undefined) return { isLossy: false, readings: {}, cannot }
  // The baseline would be registered too.
  return runInProcess({ ...task, baselines: {} }, ['--import', preload])
}

/** `options`: of Node. */
export async function runInProcess(task: CellTask, options: readonly string[] = []): Promise<CellResult> {
  const child = spawn(process.execPath, [...process.execArgv, ...options, SCRIPT, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LIMIT_MS,
  })
  return JSON.parse(await outputOf(child, 'the process of the pool')) as CellResult
}

function whyNotPreloaded(preload: string): string | undefined {
  try {
    import.meta.resolve(preload)
    return undefined
  } catch {
    return `there is no ${preload}`
  }
}
