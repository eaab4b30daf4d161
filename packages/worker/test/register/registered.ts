/** Runs a program with `--import` or `--require` of register.ts, or as it is, and gives what it prints. */

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const REGISTER = new URL('../../src/register.ts', import.meta.url).href
const FLAGS = {
  plain: ['--conditions=slipring-source'],
  registered: ['--conditions=slipring-source', `--import=${REGISTER}`],
  required: ['--conditions=slipring-source', `--require=${fileURLToPath(REGISTER)}`],
  copied: ['--conditions=slipring-source', `--import=${REGISTER}`, '--enable-sharedarraybuffer-per-context'],
}

/** The values of each line. `program`: a file of this folder. Rejects when it fails, or has not ended in time. */
export async function printedBy(
  program: string,
  kind: keyof typeof FLAGS,
  ...args: readonly string[]
): Promise<unknown[][]> {
  const path = fileURLToPath(new URL(program, import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [...FLAGS[kind], path, ...args], { timeout: 100_000 })
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown[])
}

interface Ended {
  /** Null: it was stopped, because it had not ended in time. */
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs Node with these arguments in a folder below this one, and gives its output also when it fails. */
export async function endedBy(folder: string, kind: keyof typeof FLAGS, args: readonly string[]): Promise<Ended> {
  const cwd = fileURLToPath(new URL(folder, import.meta.url))
  // Colours and reports depend on where the test runs.
  const env = { PATH: process.env['PATH'], NO_COLOR: '1' }
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...FLAGS[kind], ...args],
      { cwd, env, timeout: 100_000 },
      (_, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
    )
  })
}
