/** Runs an example as `npm run example` does. */

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const RUN = join(import.meta.dirname, '../run.ts')

const LIMIT_MS = 25_000

export function runExample(...args: string[]): { code: number | null; printed: string; errors: string } {
  return runExampleWithin(LIMIT_MS, ...args)
}

/** Of one that takes longer. */
export function runExampleWithin(
  timeout: number,
  ...args: string[]
): { code: number | null; printed: string; errors: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--conditions=slipring-source', RUN, ...args], {
    encoding: 'utf8',
    timeout,
  })
  return { code: status, printed: stdout, errors: stderr }
}
