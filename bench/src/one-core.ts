/** Runs a cell in a process of its own that may use one core only. */

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { CellResult, CellTask } from './cell.ts'

const SCRIPT = fileURLToPath(new URL('./one-core-process.ts', import.meta.url))

/** Parts that are to be measured so. */
export function isForOneCore({ parts }: CellTask): boolean {
  return parts.some((part) => part.startsWith('one core'))
}

/** Rejects where there is no `taskset`. */
export async function runCellOnOneCore(task: CellTask): Promise<CellResult> {
  const node = [process.execPath, ...process.execArgv, SCRIPT, JSON.stringify(task)]
  const child = spawn('taskset', ['-c', '0', ...node], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (errors += chunk))
  const code = await new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Error(`cannot pin a process to one core: ${error.message}`)))
    child.on('close', resolve)
  })
  if (code !== 0) throw new Error(`the process on one core ended with ${String(code)}: ${errors}`)
  return JSON.parse(output) as CellResult
}
