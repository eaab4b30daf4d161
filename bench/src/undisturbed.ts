/** Runs programs that measure themselves, each in a fresh process that has the machine for itself. */

import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { descendantMicros, machineMicros, ownMicros } from './process-time.ts'

/** Processors that others may keep busy on average; a process that had less is run again. */
const FOREIGN = 0.15
const PATIENCE = 100
const REST_MS = 500

/** The output of the program, which is JSON. Throws if others keep the machine busy for too long. */
export async function runUndisturbed(program: URL, args: readonly string[]): Promise<unknown> {
  for (let attempt = 0; attempt < PATIENCE; attempt++) {
    const startedAt = performance.now()
    const before = foreignMicros()
    const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(program), ...args])
    const foreign = (foreignMicros() - before) / 1000 / (performance.now() - startedAt)
    if (foreign <= FOREIGN) return JSON.parse(stdout)
    await sleep(REST_MS)
  }
  throw new Error('The machine is never calm: others keep its processors busy')
}

function foreignMicros(): number {
  return (machineMicros() ?? 0) - ownMicros() - (descendantMicros() ?? 0)
}
