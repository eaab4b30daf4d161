/** Runs an example as `npm run example` does. */

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const RUN = join(import.meta.dirname, '../run.ts')

export function runExample(...args: string[]): { code: number | null; printed: string; errors: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--conditions=slipring-source', RUN, ...args], {
    encoding: 'utf8',
    timeout: 25_000,
  })
  return { code: status, printed: stdout, errors: stderr }
}
