/** Pools and servers of one test file, closed after each test. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach } from 'vitest'
import type { NatsConnection } from '@nats-io/nats-core'
import { connect, type NodeConnectionOptions } from '@nats-io/transport-node'
import { remotePool, type RemotePool, type RemotePoolOptions } from '@slipring/nats'
import { serve, type ServeOptions, type Serving } from '@slipring/nats/serve'
import type { NatsServer } from '../../../tools/nats-server.ts'
import { type CuttableWay, openWay } from './cuttable.ts'

type Tasks = typeof import('./tasks.worker.ts')

const endings: (() => unknown)[] = []
let subjects = 0

afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

/** Steps at the end of a test, last first. */
export function atEnd(end: () => unknown): void {
  endings.push(end)
}

/** One that no other test uses. */
export function freshSubject(): string {
  return `test.s${++subjects}`
}

export async function open(
  server: Pick<NatsServer, 'port'>,
  options: NodeConnectionOptions = {},
): Promise<NatsConnection> {
  const connection = await connect({ port: server.port, reconnectTimeWait: 100, maxReconnectAttempts: -1, ...options })
  atEnd(() => connection.close())
  return connection
}

/** Resolves when the connection has noticed that its server is gone. */
export async function interruptionOf(connection: NatsConnection): Promise<void> {
  for await (const { type } of connection.status()) if (type === 'disconnect') return
}

export async function failureOf(promise: Promise<unknown>): Promise<Error & { code?: unknown }> {
  return promise.then(
    (value) => {
      throw new Error(`It gave ${String(value)}`)
    },
    (error: Error) => error,
  )
}

/** Rejections that nobody handles, from now to the end of the test. */
export function unhandledFromNow(): unknown[] {
  const all: unknown[] = []
  const note = (reason: unknown): void => void all.push(reason)
  process.on('unhandledRejection', note)
  atEnd(() => process.off('unhandledRejection', note))
  return all
}

export async function openPool(
  server: NatsServer,
  options: Omit<RemotePoolOptions, 'connection'>,
): Promise<RemotePool<Tasks>> {
  const pool = remotePool<Tasks>({ connection: await open(server), ...options })
  atEnd(() => pool.destroy())
  return pool
}

/** In this process. */
export async function openServing(
  server: NatsServer,
  options: Partial<ServeOptions> & { subject: string },
): Promise<Serving> {
  const filename = new URL('tasks.worker.ts', import.meta.url)
  const serving = await serve({ connection: await open(server), filename, maxThreads: 1, ...options })
  atEnd(() => serving.close())
  return serving
}

export interface Pair {
  readonly serving: Serving
  readonly pool: RemotePool<Tasks>
}

/** A server in this process, and a pool. */
export async function openPair(server: NatsServer, options: Partial<ServeOptions> = {}): Promise<Pair> {
  const subject = freshSubject()
  return { serving: await openServing(server, { subject, ...options }), pool: await openPool(server, { subject }) }
}

export interface PairBehindWay extends Pair {
  readonly way: CuttableWay
  readonly connection: NatsConnection
}

/** The same, with a way between the pool and NATS that can be cut. */
export async function openPairBehindWay(server: NatsServer): Promise<PairBehindWay> {
  const subject = freshSubject()
  const way = await openWay(server)
  atEnd(() => way.stop())
  const serving = await openServing(server, { subject })
  const connection = await open(way)
  const pool = remotePool<Tasks>({ connection, subject, deadAfter: 1000 })
  atEnd(() => pool.destroy())
  return { way, serving, connection, pool }
}

/** In a process of its own, which a test may kill. Resolves when it serves, or has ended. */
export async function openProcess(server: NatsServer, subject: string, options: object = {}): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('serve.process.ts', import.meta.url))
  const child = spawn(
    process.execPath,
    [...process.execArgv, script, String(server.port), subject, JSON.stringify(options)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  atEnd(() => child.kill('SIGKILL'))
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  return child
}
