/** Runs a cell in a process of its own that may use one core only. */

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { CellResult, CellTask } from './cell.ts'
import { outputOf } from './output.ts'

const SCRIPT = fileURLToPath(new URL('./one-core-process.ts', import.meta.url))

/** Parts that are to be measured so. */
export function isForOneCore({ parts }: CellTask): boolean {
  return parts.some((part) => part.startsWith('one core'))
}

/** Rejects where there is no `taskset`. */
export async function runCellOnOneCore(task: CellTask): Promise<CellResult> {
  const node = [process.execPath, ...process.execArgv, SCRIPT, JSON.stringify(task)]
  const child = spawn('taskset', ['-c', '0', ...node], { stdio: ['ignore', 'pipe', 'pipe'] })
  return JSON.parse(await outputOf(child, 'a process on one core')) as CellResult
}
