/** The output of a child process, once it has ended well. */

import type { ChildProcessByStdio } from 'node:child_process'
import type { Readable } from 'node:stream'

/** `name`: what the process is, for the error. */
export async function outputOf(child: ChildProcessByStdio<null, Readable, Readable>, name: string): Promise<string> {
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (errors += chunk))
  const code = await new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Error(`cannot start ${name}: ${error.message}`)))
    child.on('close', (status, signal) => resolve(status ?? signal))
  })
  if (code !== 0) throw new Error(`${name} ended with ${String(code)}: ${errors}`)
  return output
}
