/** Puts a cell under a condition of the machine. */

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Condition } from './workloads.ts'

const BUSY = fileURLToPath(new URL('./busy.mjs', import.meta.url))
/** As many as a pair has threads. */
const PROCESSES = 2
const KEEP_TO_ONE: readonly string[] = ['taskset', '-c', '0']

/** The words before a command under that condition. */
export function prefixOf(condition: Condition): readonly string[] {
  return condition === 'one core' ? KEEP_TO_ONE : []
}

/** Why there is no such condition for processes here; undefined where there is. */
export function whyNot(condition: Condition): string | undefined {
  const [command = '', ...args] = prefixOf(condition)
  if (command === '' || spawnSync(command, [...args, process.execPath, '--version']).status === 0) return undefined
  return 'needs taskset, which does not run here, to keep a process to one core'
}

/** Runs it while other processes want the cores, if that is the condition. */
export async function under<T>(condition: Condition, run: () => Promise<T>): Promise<T> {
  if (condition !== 'busy') return run()
  const children = Array.from({ length: PROCESSES }, () =>
    spawn(process.execPath, [BUSY], { stdio: ['pipe', 'pipe', 'inherit'] }),
  )
  const ended = children.map((child) => once(child, 'close'))
  try {
    await Promise.all(children.map((child) => once(child.stdout, 'data')))
    return await run()
  } finally {
    for (const child of children) child.kill()
    await Promise.all(ended)
  }
}
