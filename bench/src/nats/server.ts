/** A `nats-server`, and a process that answers tasks by it. Both end with this process. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export interface Answering {
  readonly port: number
  close(): void
}

const READY_MS = 10_000
// Debian's package installs it where only an administrator's PATH looks.
const env = { ...process.env, PATH: `${process.env['PATH']}${delimiter}/usr/sbin` }

export function whyNoServer(): string | undefined {
  if (spawnSync('nats-server', ['--version'], { env }).status === 0) return undefined
  return 'there is no nats-server on PATH (apt-get install nats-server)'
}

/** `script`: of the process that answers; it gets the port and `args`, and prints a line when it is ready. */
export async function openAnswering(script: string, ...args: string[]): Promise<Answering> {
  const folder = mkdtempSync(join(tmpdir(), 'slipring-bench-nats-'))
  const children: ChildProcess[] = []
  const close = (): void => {
    for (const child of children) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', close)
  const where = ['-a', '127.0.0.1', '-p', '-1', '--ports_file_dir', folder, '-js', '-sd', join(folder, 'store')]
  const nats = spawn('nats-server', where, { env, stdio: 'ignore' })
  children.push(nats)
  const port = await portOf(folder, nats)
  const path = fileURLToPath(new URL(script, import.meta.url))
  const answering = spawn(process.execPath, [...process.execArgv, path, String(port), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(answering)
  await once(answering.stdout, 'data')
  return { port, close }
}

async function portOf(folder: string, nats: ChildProcess): Promise<number> {
  for (const since = performance.now(); performance.now() - since < READY_MS; await pause(20)) {
    const file = readdirSync(folder).find((name) => name.endsWith(`_${nats.pid}.ports`))
    if (file === undefined) continue
    const ports = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { nats: [string] }
    return Number(new URL(ports.nats[0]).port)
  }
  throw new Error(`nats-server is not ready after ${READY_MS / 1000} s`)
}
