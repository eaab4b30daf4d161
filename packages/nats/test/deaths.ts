/** Tasks for three servers, of which one is killed and replaced again and again, and NATS itself is killed once. */

import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { connect } from '@nats-io/transport-node'
import { remotePool } from '@slipring/nats'
import { startNats } from '../../../tools/nats-server.ts'

export interface DeathsPlan {
  readonly tasks: number
  readonly durable: boolean
  readonly killEveryMs: number
  /** Processes that wait until they serve, beside the three: a busy machine takes some seconds to start one. Default 0. */
  readonly spares?: number
  readonly onProgress?: (settled: number) => void
}

export interface DeathsReport {
  /** Tasks whose function has run to its end, counted by the servers. */
  readonly done: number
  /** How many times a function has run for a task that was done already. */
  readonly again: number
  readonly fulfilled: number
  readonly wrong: number
  /** How many tasks have rejected, by the names of their errors. */
  readonly rejected: Readonly<Record<string, number>>
  readonly kills: number
  /** How often no server was killed though it was time: no more than one served. */
  readonly spared: number
  readonly restarts: number
  readonly seconds: number
}

const SERVERS = 3
const SUBJECT = 'deaths'
const OPTIONS = { durable: true, maxInFlight: 64, ackWait: 1000, maxAttempts: 100 }
const SCRIPT = fileURLToPath(new URL('serve.process.ts', import.meta.url))
/** Of the calls; servers may be down for a moment all together. */
const DEAD_AFTER_MS = 5000

type Child = ChildProcessByStdio<Writable, Readable, null>

export async function deaths({
  tasks,
  durable,
  killEveryMs,
  spares = 0,
  onProgress,
}: DeathsPlan): Promise<DeathsReport> {
  const folder = mkdtempSync(join(tmpdir(), 'slipring-deaths-'))
  const file = join(folder, 'done')
  writeFileSync(file, '')
  const nats = await startNats()
  const all = new Set<Child>()
  const serving = new Set<Child>()
  const startSpare = async (): Promise<Child> => {
    const child = spawn(
      process.execPath,
      [...process.execArgv, SCRIPT, String(nats.port), SUBJECT, JSON.stringify(OPTIONS), 'later'],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    )
    all.add(child)
    await once(child.stdout, 'data')
    return child
  }
  const ready = Array.from({ length: SERVERS + spares }, startSpare)
  const beginServing = async (): Promise<void> => {
    const child = await ready.shift()!
    child.stdin.end('serve\n')
    await once(child.stdout, 'data')
    serving.add(child)
  }
  await Promise.all(Array.from({ length: SERVERS }, beginServing))
  await Promise.all(ready)
  const connection = await connect({ port: nats.port, reconnectTimeWait: 100, maxReconnectAttempts: -1 })
  const pool = remotePool({ connection, subject: SUBJECT, durable, deadAfter: DEAD_AFTER_MS, maxInFlight: 256 })
  const counts = { fulfilled: 0, wrong: 0, kills: 0, spared: 0, restarts: 0 }
  const rejected: Record<string, number> = {}
  const killing = setInterval(() => {
    // The one that has served longest. One goes on meanwhile.
    const [oldest] = serving
    if (oldest === undefined || serving.size === 1) return void counts.spared++
    counts.kills++
    serving.delete(oldest)
    all.delete(oldest)
    oldest.kill('SIGKILL')
    ready.push(startSpare())
    void beginServing()
  }, killEveryMs)

  const restart = async (): Promise<void> => {
    counts.restarts++
    await nats.kill()
    await nats.start()
  }

  const since = performance.now()
  let settled = 0
  for (let number = 0; number < tasks; number++) {
    await pool.ready
    pool
      .run({ file, number }, { name: 'note' })
      .then(
        (result) => (result === number ? counts.fulfilled++ : counts.wrong++),
        (error: Error) => (rejected[error.name] = (rejected[error.name] ?? 0) + 1),
      )
      .finally(() => {
        settled++
        onProgress?.(settled)
        if (settled === Math.floor(tasks / 2)) void restart()
      })
  }
  await pool.close()
  const seconds = (performance.now() - since) / 1000
  clearInterval(killing)
  await connection.close()
  for (const child of all) child.kill('SIGKILL')
  await nats.stop()
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  rmSync(folder, { recursive: true, force: true })
  const done = new Set(lines).size
  return { done, again: lines.length - done, rejected, seconds, ...counts }
}
