/** A `nats-server` of this example's own: on loopback, on a free port, with a folder for its streams. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export interface Nats {
  readonly port: number
  /** Ends it as a crash does. */
  kill(): Promise<void>
  /** Starts it again on the same port, with what it has stored. */
  start(): Promise<void>
  /** Ends it, and removes what it has stored. */
  stop(): Promise<void>
}

const READY_MS = 10_000
// Debian's package installs it where only an administrator's PATH looks.
const env = { ...process.env, PATH: `${process.env['PATH']}${delimiter}/usr/sbin` }

export async function startNats(): Promise<Nats> {
  if (spawnSync('nats-server', ['--version'], { env }).status !== 0) {
    console.error('This example needs nats-server 2.9 or later:')
    console.error('  Debian, Ubuntu   apt-get install nats-server')
    console.error('  macOS            brew install nats-server')
    console.error('  elsewhere        https://github.com/nats-io/nats-server/releases')
    process.exit(2)
  }
  const folder = mkdtempSync(join(tmpdir(), 'slipring-many-machines-'))
  let child: ChildProcess
  let port = -1
  const start = async (): Promise<void> => {
    const where = ['-a', '127.0.0.1', '-p', String(port), '--ports_file_dir', folder]
    child = spawn('nats-server', [...where, '-js', '-sd', join(folder, 'store')], { env, stdio: 'ignore' })
    const since = performance.now()
    let file: string | undefined
    while (file === undefined) {
      if (child.exitCode !== null || performance.now() - since > READY_MS) throw new Error('nats-server does not start')
      await pause(20)
      file = readdirSync(folder).find((name) => name.endsWith(`_${child.pid}.ports`))
    }
    const { nats } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { nats: [string] }
    port = Number(new URL(nats[0]).port)
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal)
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  await start()
  return {
    get port() {
      return port
    },
    kill: () => end('SIGKILL'),
    start,
    stop: async () => {
      await end('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
