/** Options of a remote pool. */

import type { NatsConnection } from '@nats-io/nats-core'
import { requireOptions } from '@slipring/core'
import {
  hasSources,
  KNOWN_OF_ANY_RUN,
  type MapOptions,
  requireInteger,
  requireKnownKeys,
  requireNumber,
  requireRunOptions,
  type RunOptions,
  type StreamOptions,
  type TaskKey,
} from '@slipring/core/pool'
import type { Schemas } from './bodies.ts'
import { requireFunctionName } from './subjects.ts'

export interface RemotePoolOptions {
  /** From `connect` of the NATS client. It stays yours: the pool does not close it. */
  connection: NatsConnection
  /** The same as that of the servers, such as `jobs.flights`. */
  subject: string
  /** Keep tasks in a stream until they are done, at least once. Default false: at most once. */
  durable?: boolean | undefined
  /** The function to call when `run` names none. Default `default`. */
  name?: string | undefined
  /** The export `schemas` of the served module, if it has one. */
  schemas?: Schemas | undefined
  /** Tasks that servers or the stream have at a time; the others wait here. Default 1,024. */
  maxInFlight?: number | undefined
  /** Milliseconds without a sign of a task or of any server, after which the task rejects. Default 10,000. */
  deadAfter?: number | undefined
  /**
   * How often a task is sent again when its worker has died. Default 0. Durable tasks are delivered again in any case. A task that
   * waits for NATS to come back uses one up after each `deadAfter`, and is sent once.
   */
  retries?: number | undefined
}

/** Options of a task. `graceMs` is an option of the server. */
export type RemoteRunOptions<Name extends string = string> = Omit<RunOptions<Name>, 'graceMs'>

/** Options of `map`. */
export type RemoteMapOptions<Name extends string = string> = Omit<MapOptions<Name>, 'graceMs'>

/** Options of `stream`. */
export type RemoteStreamOptions<Name extends string = string> = Omit<StreamOptions<Name>, 'graceMs'>

export const KNOWN_OF_RUN: readonly string[] = [...KNOWN_OF_ANY_RUN, 'key', 'priority']
const KNOWN = ['connection', 'subject', 'durable', 'name', 'schemas', 'maxInFlight', 'deadAfter', 'retries']
const DEFAULT_IN_FLIGHT = 1024
const DEFAULT_DEAD_MS = 10_000
const LEAST_DEAD_MS = 100
/** A longer timer would end at once. */
const MOST_DEAD_MS = 2 ** 31 - 1

/** Throws for a task that cannot run elsewhere. `key`: of a durable task. */
export function requireRemote(value: unknown, key: TaskKey | undefined): void {
  if (key !== undefined)
    throw new TypeError('Cannot run a durable task with a key: use a pool without durable, or a subject for each key')
  if (hasSources(value))
    throw new TypeError(
      'Cannot run a task with an async iterable or a ReadableStream elsewhere: run a task for a value',
    )
}

/** The options that have defaults. Throws for options that cannot be; the connection and the subject are judged where they are used. */
export function requireRemoteOptions(options: RemotePoolOptions): {
  readonly durable: boolean
  readonly name: string
  readonly schemas: Schemas
  readonly retries: number
  readonly maxInFlight: number
  readonly deadAfter: number
} {
  requireOptions('make a remote pool', options, "{ connection, subject: 'jobs' }")
  requireKnownKeys('make a remote pool', options, KNOWN)
  const { durable = false, name = 'default', schemas = {}, retries = 0 } = options
  const { maxInFlight = DEFAULT_IN_FLIGHT, deadAfter = DEFAULT_DEAD_MS } = options
  requireRunOptions({ name, retries })
  requireFunctionName(name)
  requireInteger('maxInFlight', maxInFlight, 1, Number.MAX_SAFE_INTEGER)
  requireNumber('deadAfter', deadAfter, LEAST_DEAD_MS)
  return { durable, name, schemas, retries, maxInFlight, deadAfter: Math.min(deadAfter, MOST_DEAD_MS) }
}
