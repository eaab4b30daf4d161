/** Commands of a shell that install and build. */

import { spawn } from 'node:child_process'
import { Misuse } from './misuse.ts'

/** Of the output of a command that failed. */
const MOST_LETTERS = 2000
const isWindows = process.platform === 'win32'

/** Rejects with the end of its output where the command fails. Ends with this process. */
export async function runShell(command: string, cwd: string, env: NodeJS.ProcessEnv, version: string): Promise<void> {
  // In a group of its own: all that the command starts ends with it.
  const child = spawn(command, { cwd, env, shell: true, stdio: ['ignore', 'pipe', 'pipe'], detached: !isWindows })
  const kill = (): void => {
    if (child.pid !== undefined) process.kill(isWindows ? child.pid : -child.pid, 'SIGKILL')
  }
  process.prependOnceListener('exit', kill)
  let output = ''
  const keep = (text: string): void => void (output = (output + text).slice(-MOST_LETTERS))
  child.stdout.setEncoding('utf8').on('data', keep)
  child.stderr.setEncoding('utf8').on('data', keep)
  try {
    const code = await new Promise<number | string | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (exitCode, signal) => resolve(signal ?? exitCode))
    })
    if (code !== 0) throw new Misuse(`--against: in ${version}, ${command} ended with ${code}:\n${output.trim()}`)
  } finally {
    process.off('exit', kill)
  }
}
