/** Real servers for tests: on loopback, on a port that the system chooses. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

// Debian has it where only an administrator's PATH looks.
const env = { ...process.env, PATH: `${process.env['PATH']}${delimiter}/usr/sbin` }

/** Why tests are skipped; undefined: they are not. */
export const missing: string | undefined =
  spawnSync('nats-server', ['--version'], { env }).status === 0
    ? undefined
    : 'no nats-server on PATH: apt-get install nats-server, or https://github.com/nats-io/nats-server/releases'
if (missing !== undefined) process.stderr.write(`Skipped: tests of @slipring/nats: ${missing}\n`)

export interface NatsServer {
  readonly port: number
  /** Of WebSocket, with `configuration` for that. */
  readonly webSocketPort: number
  /** Ends the process, as a crash does. */
  kill(): Promise<void>
  /** Starts it on the same port, with what it had stored. */
  start(): Promise<void>
  stop(): Promise<void>
}

export interface NatsServerOptions {
  readonly jetStream?: boolean
  /** More arguments of the command. */
  readonly args?: readonly string[]
}

const READY_MS = 10_000

export async function startNats({ jetStream = true, args = [] }: NatsServerOptions = {}): Promise<NatsServer> {
  const folder = mkdtempSync(join(tmpdir(), 'slipring-nats-'))
  let child: ChildProcess
  let port = -1
  let webSocketPort = -1

  const start = async (): Promise<void> => {
    const store = jetStream ? ['-js', '-sd', join(folder, 'store')] : []
    const all = ['-a', '127.0.0.1', '-p', String(port), '--ports_file_dir', folder, ...store, ...args]
    child = spawn('nats-server', all, { env, stdio: ['ignore', 'ignore', 'pipe'] })
    let log = ''
    child.stderr!.on('data', (chunk: Buffer) => (log += String(chunk)))
    for (const since = Date.now(); ;) {
      const file = readdirSync(folder).find((name) => name.endsWith(`_${child.pid}.ports`))
      const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8')
      // The server may be about to write it.
      if (text.trimEnd().endsWith('}') && log.includes('Server is ready')) {
        const ports = JSON.parse(text) as { nats: string[]; websocket?: string[] }
        port = portOf(ports.nats[0])
        webSocketPort = portOf(ports.websocket?.[0])
        return
      }
      if (child.exitCode !== null || Date.now() - since > READY_MS) throw new Error(`nats-server is not ready: ${log}`)
      await pause(20)
    }
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }

  await start()
  return {
    get port() {
      return port
    },
    get webSocketPort() {
      return webSocketPort
    },
    kill: () => end('SIGKILL'),
    start,
    stop: async () => {
      await end('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function portOf(url: string | undefined): number {
  return url === undefined ? -1 : Number(new URL(url).port)
}
