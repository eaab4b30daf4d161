/// <reference lib="esnext.disposable" preserve="true" />
/** A pool whose workers are processes on any machine, reached through NATS. */

import { createInbox, type Msg, type Subscription } from '@nats-io/nats-core'
import { ClosedError } from '@slipring/core'
import {
  type DefaultName,
  type FunctionName,
  isWorkerDiedError,
  mapped,
  type MapOptions,
  type PoolStats,
  requirePace,
  requireRunOptions,
  type ResultOf,
  type RunOptions,
  type TaskOf,
  Waiters,
  watch,
} from '@slipring/core/pool'
import { decodeBy, decodeFailure, encodeBy, type Schemas, versionOf } from './bodies.ts'
import { type Delivery, DirectDelivery } from './delivery.ts'
import { DurableDelivery } from './durable-delivery.ts'
import { fetchLarge, LargeValues } from './large.ts'
import { type Line, lineOf } from './line.ts'
import { Liveness } from './liveness.ts'
import { type RemotePoolOptions, requireRemoteOptions } from './remote-options.ts'
import { RemoteTask } from './remote-task.ts'
import { Roster, type ServerStats } from './roster.ts'
import {
  FAILED_HEADER,
  LARGE_HEADER,
  lastToken,
  PONG,
  requireFunctionName,
  type Subjects,
  subjectsOf,
} from './subjects.ts'

export interface RemotePoolStats extends PoolStats {
  /** Servers that have answered last. They are asked while tasks are pending. */
  readonly workers: readonly ServerStats[]
}

const MAPPED = 64

/**
 * Runs functions of the module that `serve` processes have loaded. Throws `TypeError` or `RangeError` for options that cannot
 * be.
 */
export function remotePool<Module = any>(options: RemotePoolOptions): RemotePool<Module> {
  return new RemotePool<Module>(options)
}

export class RemotePool<Module = any> {
  readonly #line: Line
  readonly #subjects: Subjects
  readonly #schemas: Schemas
  readonly #name: string
  readonly #retries: number
  readonly #maxInFlight: number
  readonly #inbox: string
  readonly #subscription: Subscription
  readonly #roster: Roster
  readonly #large: LargeValues
  readonly #delivery: Delivery
  readonly #liveness: Liveness
  /** In the order in which they were made. */
  readonly #waiting = new Set<RemoteTask>()
  readonly #inFlight = new Map<number, RemoteTask>()
  #next = 0
  #completed = 0
  #failed = 0
  #isClosed = false
  readonly #waiters = new Waiters()

  constructor(options: RemotePoolOptions) {
    const { durable, name, schemas, retries, maxInFlight, deadAfter } = requireRemoteOptions(options)
    const version = versionOf(schemas)
    const line = lineOf(options.connection)
    this.#line = line
    this.#subjects = subjectsOf(options.subject, version)
    this.#schemas = schemas
    this.#name = name
    this.#retries = retries
    this.#maxInFlight = maxInFlight
    this.#inbox = createInbox(line.inboxPrefix)
    this.#large = new LargeValues(line)
    const roster = new Roster(line, this.#subjects, this.#inbox, version, durable)
    this.#roster = roster
    // A durable task can wait for a server, but not for one of other schemas.
    const findObstacle = async (): Promise<Error | undefined> => {
      const obstacle = await roster.meet()
      return roster.size === 0 ? undefined : obstacle
    }
    this.#delivery = durable
      ? new DurableDelivery(line, this.#subjects, this.#large, findObstacle)
      : new DirectDelivery(line, this.#subjects, this.#large)
    this.#liveness = new Liveness(roster, this.#delivery, this.#inFlight, deadAfter, {
      resend: (task) => this.#send(task),
      fail: (task, error) => this.#fail(task, error),
    })
    this.#subscription = line.connection.subscribe(`${this.#inbox}.*`, {
      callback: (error, message) => {
        if (error === null) this.#onMessage(message)
        else this.destroy(error)
      },
    })
    void line.connection.closed().then(() => {
      this.#rejectAll(this.#line.ending)
      roster.close()
    })
  }

  /**
   * Runs a task on a server: calls the function of its module with `task`, and gives what that returns, awaited.
   *
   * Rejects as `Pool.run` does, with these besides: `NoServersError` when nobody serves the subject, `HandshakeError` when
   * the servers have other schemas, `ClosedError` when the connection is closed, `SchemaError` for a task that does not fit its
   * schema. `WorkerDiedError` also says that nothing was heard of the task for `deadAfter`.
   */
  run<Name extends FunctionName<Module> = DefaultName<Module>>(
    task: TaskOf<Module, Name>,
    options?: RunOptions<Name>,
  ): Promise<ResultOf<Module, Name>> {
    try {
      return this.#start(task, options).promise as Promise<ResultOf<Module, Name>>
    } catch (error) {
      return Promise.reject(error)
    }
  }

  /** As `Pool.map`: results of all tasks of an iterable. Default `concurrency`: 64. */
  map<Name extends FunctionName<Module> = DefaultName<Module>>(
    tasks: Iterable<TaskOf<Module, Name>> | AsyncIterable<TaskOf<Module, Name>>,
    options: MapOptions<Name> = {},
  ): AsyncGenerator<ResultOf<Module, Name>, void, undefined> {
    const { concurrency, ordered } = requirePace(options, MAPPED)
    const { name, signal, timeout, deadline, retries } = options
    const ofRun = { name, signal, timeout, deadline, retries }
    return mapped(tasks, concurrency, ordered, (value) => {
      const task = this.#start(value, ofRun)
      return { result: task.promise as Promise<ResultOf<Module, Name>>, drop: () => this.#drop(task) }
    })
  }

  /** Tasks that are not settled. */
  get pending(): number {
    return this.#waiting.size + this.#inFlight.size
  }

  /** Tasks that wait here because `maxInFlight` others are under way. */
  get queueSize(): number {
    return this.#waiting.size
  }

  /** Resolves when fewer than `maxInFlight` tasks are under way: at once if they are. */
  get ready(): Promise<void> {
    return this.#waiters.until(() => this.pending < this.#maxInFlight || this.#isClosed)
  }

  /** Counters of this pool, and the servers that have answered last. */
  stats(): RemotePoolStats {
    const { pending, queueSize } = this
    return { completed: this.#completed, failed: this.#failed, pending, queueSize, workers: this.#roster.stats() }
  }

  /** Takes no more tasks, and resolves when all are settled. Servers and the connection go on. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#waiters.wake()
    await this.#waiters.until(() => this.pending === 0)
    this.#end()
    // The last confirmations of durable results leave before the program closes the connection.
    // A server asks for a lost one again, and then gives the pool up.
    if (this.#line.isUp) await this.#line.connection.flush().catch(() => {})
  }

  /** Rejects and cancels every task that is not settled. Default reason: `ClosedError`. */
  destroy(reason: unknown = new ClosedError('The pool was destroyed before the task was done', 'closed')): void {
    this.#isClosed = true
    for (const task of [...this.#inFlight.values(), ...this.#waiting]) this.#cancel(task, reason)
    this.#end()
  }

  /** As `close`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #start(value: unknown, options: RunOptions = {}): RemoteTask {
    requireRunOptions(options)
    const { name = this.#name, signal, timeout, deadline, retries = this.#retries, transferList } = options
    if (name !== this.#name) requireFunctionName(name)
    if (signal?.aborted === true) throw signal.reason
    if (this.#isClosed) throw new ClosedError('Cannot run a task: the pool is closed, make another', 'closed')
    if (this.#line.ending !== undefined) throw this.#line.ending
    const body = encodeBy(this.#schemas[name]?.task, value)
    // An object that moves is no longer here, as with a local pool.
    if (transferList !== undefined) structuredClone(null, { transfer: transferList as ArrayBuffer[] })
    const task = new RemoteTask(this.#next++, name, body, retries, timeout)
    if (signal !== undefined || deadline !== undefined)
      task.stopWatching = watch(signal, deadline, (reason) => this.#cancel(task, reason), later)
    this.#waiting.add(task)
    this.#pump()
    return task
  }

  #pump(): void {
    for (const task of this.#waiting) {
      if (this.#inFlight.size >= this.#maxInFlight) return
      this.#waiting.delete(task)
      this.#inFlight.set(task.number, task)
      this.#send(task)
    }
    if (this.#inFlight.size > 0) this.#liveness.start()
  }

  #send(task: RemoteTask): void {
    task.silentRounds = 0
    try {
      const sent = this.#delivery.send(task, `${this.#inbox}.${task.number}`)
      if (sent !== undefined) sent.catch((error: unknown) => this.#fail(task, error))
    } catch (error) {
      this.#fail(task, error)
    }
  }

  #onMessage(message: Msg): void {
    const token = lastToken(message.subject)
    if (token === PONG) return this.#liveness.onPong(message)
    const task = this.#inFlight.get(Number(token))
    const headers = message.headers
    if (headers?.code === 503) return void (task !== undefined && this.#liveness.onRefused(task))
    const place = headers?.get(LARGE_HEADER)
    const isFailure = headers?.has(FAILED_HEADER) === true
    if (task === undefined || !place) {
      if (task !== undefined) this.#onResult(task, message.data, isFailure)
      // Confirms it, where the server asks for that; again if it has asked before.
      message.respond()
      return
    }
    const settle = (bytes: Uint8Array): void => {
      this.#onResult(task, bytes, isFailure)
      message.respond()
    }
    fetchLarge(this.#line, place).then(settle, (error: unknown) => this.#fail(task, error))
  }

  #onResult(task: RemoteTask, bytes: Uint8Array, isFailure: boolean): void {
    if (task.isSettled) return
    try {
      if (isFailure) return this.#fail(task, decodeFailure(bytes))
      const result = decodeBy(this.#schemas[task.name]?.result, bytes)
      this.#completed++
      this.#settle(task)
      task.resolve(result)
    } catch (error) {
      this.#fail(task, error)
    }
  }

  #fail(task: RemoteTask, error: unknown): void {
    if (task.isSettled) return
    if (task.retries > 0 && isWorkerDiedError(error)) {
      task.retries--
      return this.#send(task)
    }
    this.#reject(task, error, false)
  }

  #reject(task: RemoteTask, error: unknown, isCancelled: boolean): void {
    this.#failed++
    this.#settle(task, isCancelled)
    task.reject(error)
  }

  #settle(task: RemoteTask, isCancelled = false): void {
    task.isSettled = true
    task.stopWatching?.()
    if (!this.#waiting.delete(task)) {
      this.#inFlight.delete(task.number)
      this.#delivery.settled(task, isCancelled)
      if (this.#waiting.size > 0) this.#pump()
    }
    if (this.#inFlight.size === 0) this.#liveness.stop()
    this.#waiters.wake()
  }

  #cancel(task: RemoteTask, reason: unknown): void {
    if (task.isSettled) return
    if (this.#inFlight.has(task.number)) this.#line.publish(this.#subjects.cancel, `${this.#inbox}.${task.number}`)
    // The reason of a deadline is ours, and says why nothing came.
    if (task.obstacle !== undefined && (reason as Error).name === 'TimeoutError' && !(reason as Error).cause)
      Object.defineProperty(reason, 'cause', { value: task.obstacle, configurable: true, writable: true })
    this.#reject(task, reason, true)
  }

  /** Nobody waits for it any more: it is given up unless it was sent. */
  #drop(task: RemoteTask): void {
    if (this.#waiting.has(task))
      this.#reject(task, new ClosedError('The task was given up: its caller no longer waits for it', 'closed'), true)
  }

  #rejectAll(reason: unknown): void {
    for (const task of [...this.#inFlight.values(), ...this.#waiting]) this.#reject(task, reason, false)
  }

  #end(): void {
    this.#liveness.stop()
    this.#roster.close()
    this.#subscription.unsubscribe()
    this.#large.close()
    this.#waiters.wake()
  }
}

function later(callback: () => void, ms: number): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}
