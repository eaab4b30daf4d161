/** Starts a server. */

import type { NatsConnection } from '@nats-io/nats-core'
import { requireOptions, shown } from '@slipring/core'
import { PoolLoadError, requireInteger, requireNumber } from '@slipring/core/pool'
import { Pool, type PoolOptions } from '@slipring/worker'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { lineOf } from '../line.ts'
import { subjectsOf } from '../subjects.ts'
import { Server, type Serving, type TaskThread } from './server.ts'
import { threadScript } from './thread-script.ts'

/** Options of the local pool, and where its tasks come from. */
export interface ServeOptions extends Omit<PoolOptions, 'name'> {
  /** From `connect` of the NATS client. It stays yours: `close` does not close it. */
  connection: NatsConnection
  /** The same as that of the pools, such as `jobs.flights`. */
  subject: string
  /** Take durable tasks, too. The server needs JetStream for that. Default false. */
  durable?: boolean | undefined
  /** Durable tasks that this process takes at a time. Default: twice as many as it can run at once. */
  maxInFlight?: number | undefined
  /** Milliseconds after which a durable task is delivered again when its server has died. Default 10,000. */
  ackWait?: number | undefined
  /** How often a durable task is delivered before it is given up: each time its worker has died. Default 5. */
  maxAttempts?: number | undefined
}

const DEFAULT_ACK_WAIT_MS = 10_000
const LEAST_ACK_WAIT_MS = 500
const DEFAULT_ATTEMPTS = 5

/**
 * Serves the functions of a module to remote pools of the same subject. Resolves when it takes tasks.
 *
 * Rejects with `TypeError` or `RangeError` for options that cannot be; with `PoolLoadError` when the module cannot be loaded; with
 * the error of JetStream when durable tasks are asked of a server without it.
 */
export async function serve(options: ServeOptions): Promise<Serving> {
  requireOptions('serve tasks', options, "{ connection, subject: 'jobs', filename }")
  const { connection, subject, durable = false, maxInFlight, ackWait, maxAttempts, filename, ...rest } = options
  subjectsOf(subject, 0)
  if (maxInFlight !== undefined) requireInteger('maxInFlight', maxInFlight, 1, Number.MAX_SAFE_INTEGER)
  if (ackWait !== undefined) requireNumber('ackWait', ackWait, LEAST_ACK_WAIT_MS)
  if (maxAttempts !== undefined) requireInteger('maxAttempts', maxAttempts, 1, Number.MAX_SAFE_INTEGER)
  const maxThreads = rest.maxThreads ?? Math.max(availableParallelism(), rest.minThreads ?? 1)
  const line = lineOf(connection)
  const url = urlOf(filename)
  const pool = new Pool<TaskThread>({ ...rest, filename: await threadScript() })
  let server: Server | undefined
  try {
    const version = await versionOf(pool, url)
    server = new Server(line, pool, url, subjectsOf(subject, version), version, maxThreads, durable)
    if (durable) {
      const atOnce = maxThreads * (rest.concurrentTasksPerWorker ?? 1)
      await server.openDurable({
        maxInFlight: maxInFlight ?? 2 * atOnce,
        ackWaitMs: ackWait ?? DEFAULT_ACK_WAIT_MS,
        maxAttempts: maxAttempts ?? DEFAULT_ATTEMPTS,
      })
    }
    await server.take()
    return server
  } catch (error) {
    // It may have some tasks already: they are done before its pool ends.
    await server?.close().catch(() => {})
    await pool.destroy()
    throw error
  }
}

async function versionOf(pool: Pool<TaskThread>, url: string): Promise<number> {
  try {
    return await pool.run(url, { name: 'version' })
  } catch (cause) {
    throw new PoolLoadError(`Cannot load ${url}`, { cause })
  }
}

// As the local pool has it: a letter alone is a drive of Windows.
function urlOf(filename: unknown): string {
  if (filename instanceof URL) return filename.href
  if (typeof filename !== 'string')
    throw new TypeError(`Cannot serve filename ${shown(filename)}: use a path or a URL of the module of the tasks`)
  return /^[a-z][a-z\d+.-]+:/i.test(filename) ? filename : pathToFileURL(resolve(filename)).href
}
