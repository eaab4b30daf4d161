/** Runs a program with `--import` or `--require` of register.ts, or as it is, and gives the values of each line that it prints. */

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

/** `program`: a file of this folder. Rejects when it fails, or has not ended in time. */
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
