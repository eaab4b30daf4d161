/** The processes that stand for machines. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const SCRIPT = fileURLToPath(new URL('serve.worker.ts', import.meta.url))

/** Resolves when it takes tasks. */
export async function startServer(port: number, subject: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...process.execArgv, SCRIPT, String(port), subject], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`A server ended with code ${code}`)
  })
  await Promise.race([once(child.stdout, 'data'), failed])
  // Later it may end: this example kills one.
  failed.catch(() => {})
  return child
}

/** Resolves when it has finished what it had. */
export async function stopServer(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
