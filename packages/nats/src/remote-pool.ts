/// <reference lib="esnext.disposable" preserve="true" />
/** A pool whose workers are processes on any machine, reached through NATS. */

import { createInbox, type Msg, type Subscription } from '@nats-io/nats-core'
import { ClosedError } from '@slipring/core'
import { decode } from '@slipring/core/codec'
import {
  type DefaultName,
  type DefaultStream,
  type FunctionName,
  hasSources,
  isWorkerDiedError,
  KNOWN_OF_ANY_RUN,
  mapped,
  type MapOptions,
  OrderedQueue,
  type PartOf,
  type PoolStats,
  PoolStream,
  requirePace,
  requireRunOptions,
  requireStreamOptions,
  type ResultOf,
  type RunOptions,
  type StreamName,
  type StreamOptions,
  type TaskOf,
  Waiters,
  watch,
} from '@slipring/core/pool'
import { decodeBy, decodeFailure, encodeBy, type Schemas, versionOf } from './bodies.ts'
import { type Delivery, DirectDelivery } from './delivery.ts'
import { DurableDelivery } from './durable-delivery.ts'
import { KeyHomes } from './key-homes.ts'
import { fetchLarge, LargeValues } from './large.ts'
import { type Line, lineOf } from './line.ts'
import { Liveness } from './liveness.ts'
import { type RemotePoolOptions, requireRemoteOptions } from './remote-options.ts'
import { RemoteStream } from './remote-stream.ts'
import { RemoteTask } from './remote-task.ts'
import { Roster, type ServerStats } from './roster.ts'
import {
  FAILED_HEADER,
  LARGE_HEADER,
  lastToken,
  PART_HEADER,
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
/** As many values of a stream come by default ahead of the loop. */
const AHEAD = 64
const KNOWN_OF_RUN = [...KNOWN_OF_ANY_RUN, 'key', 'priority']

/**
 * Runs functions of the module that `serve` processes have loaded. Throws `TypeError` or `RangeError` for options that cannot
 * be.
 */
export function remotePool<Module = any>(options: RemotePoolOptions): RemotePool<Module> {
  return new RemotePool<Module>(options)
}

/** Options of a task. `graceMs` is an option of the server. */
export type RemoteRunOptions<Name extends string = string> = Omit<RunOptions<Name>, 'graceMs'>

/** Options of `map`. */
export type RemoteMapOptions<Name extends string = string> = Omit<MapOptions<Name>, 'graceMs'>

/** Options of `stream`. */
export type RemoteStreamOptions<Name extends string = string> = Omit<StreamOptions<Name>, 'graceMs'>

interface Opened {
  readonly ahead: number
  readonly onPart: (value: unknown) => void
  readonly onCancelled: () => void
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
  /** Of streams, which are never stored. */
  readonly #direct: DirectDelivery
  readonly #isDurable: boolean
  readonly #deadAfter: number
  readonly #liveness: Liveness
  readonly #waiting = new Set<RemoteTask>()
  /** Those that wait, in the order in which they begin, and some that are settled meanwhile. */
  readonly #queue = new OrderedQueue<RemoteTask>()
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
    const homes = new KeyHomes(roster)
    this.#isDurable = durable
    this.#deadAfter = deadAfter
    this.#direct = new DirectDelivery(line, this.#subjects, this.#large, homes)
    this.#delivery = durable
      ? new DurableDelivery(line, this.#subjects, this.#large, findObstacle)
      : this.#direct
    this.#liveness = new Liveness(roster, this.#delivery, this.#inFlight, deadAfter, {
      resend: (task) => this.#send(task),
      remind: ({ stream, server, number }) => {
        if (server !== undefined) stream!.ask(server, `${this.#inbox}.${number}`)
      },
      leave: (server) => homes.leave(server),
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
    options?: RemoteRunOptions<Name>,
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
    options: RemoteMapOptions<Name> = {},
  ): AsyncGenerator<ResultOf<Module, Name>, void, undefined> {
    const { concurrency, ordered } = requirePace(options, MAPPED)
    const { concurrency: _concurrency, ordered: _ordered, ...ofRun } = options
    return mapped(tasks, concurrency, ordered, (value) => {
      const task = this.#start(value, ofRun)
      return { result: task.promise as Promise<ResultOf<Module, Name>>, drop: () => this.#drop(task) }
    })
  }

  /**
   * As `Pool.stream`: the values of a generator, in their order. Default `highWaterMark`: 64. It runs at most once, also in a durable
   * pool. Rejects as `run` does.
   */
  stream<Name extends StreamName<Module> = DefaultStream<Module>>(
    task: TaskOf<Module, Name>,
    options: RemoteStreamOptions<Name> = {},
  ): AsyncGenerator<PartOf<Module, Name>, void, undefined> {
    const { run, ahead } = requireStreamOptions({ highWaterMark: AHEAD, ...options })
    requireRunOptions(run, KNOWN_OF_RUN)
    return new PoolStream(
      {
        start: (onPart, onCancelled) => this.#startStream(task, run, { ahead, onPart, onCancelled }),
        ask: ({ stream, server, number }: RemoteTask, more) => {
          stream!.asked += more
          stream!.ask(server!, `${this.#inbox}.${number}`)
        },
        rest: () => {},
        leave: (streamed: RemoteTask, reason) => this.#leave(streamed, reason),
      },
      ahead,
    )
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

  #startStream(value: unknown, options: RunOptions, { ahead, onPart, onCancelled }: Opened): RemoteTask {
    const stream = new RemoteStream(this.#line, this.#subjects, ahead, this.#deadAfter, onCancelled, {
      give: (body) => {
        if (!task.isSettled) onPart(decodeBy(this.#schemas[task.name]?.result, body))
      },
      fail: (error) => this.#giveUp(task, error),
    })
    let task: RemoteTask
    try {
      task = this.#start(value, options, stream)
    } catch (error) {
      return { promise: Promise.reject(error) } as RemoteTask
    }
    return task
  }

  /** Its reader has left. Its end comes from the server, once the generator has ended. */
  #leave(task: RemoteTask, reason: unknown): void {
    if (this.#waiting.has(task) || task.refusedSince !== 0) this.#cancel(task, reason)
    else this.#tellCancelled(task)
  }

  #start(value: unknown, options: RunOptions = {}, stream?: RemoteStream): RemoteTask {
    requireRunOptions(options, KNOWN_OF_RUN)
    const { name = this.#name, signal, deadline, transferList, timeout, key, priority } = options
    const retries = stream === undefined ? (options.retries ?? this.#retries) : 0
    if (name !== this.#name) requireFunctionName(name)
    if (signal?.aborted === true) throw signal.reason
    if (this.#isClosed) throw new ClosedError('Cannot run a task: the pool is closed, make another', 'closed')
    if (this.#line.ending !== undefined) throw this.#line.ending
    if (this.#isDurable && key !== undefined && stream === undefined)
      throw new TypeError('Cannot run a durable task with a key: use a pool without durable, or a subject for each key')
    if (hasSources(value))
      throw new TypeError('Cannot run a task with an async iterable or a ReadableStream elsewhere: run one task a value')
    const body = encodeBy(this.#schemas[name]?.task, value)
    // An object that moves is no longer here, as with a local pool.
    if (transferList !== undefined) structuredClone(null, { transfer: transferList as ArrayBuffer[] })
    const task = new RemoteTask(this.#next++, name, body, { retries, timeout, key, priority }, stream)
    if (signal !== undefined || deadline !== undefined)
      task.stopWatching = watch(signal, deadline, (reason) => this.#cancel(task, reason), later)
    this.#waiting.add(task)
    this.#queue.add(task)
    this.#pump()
    return task
  }

  #pump(): void {
    while (this.#inFlight.size < this.#maxInFlight) {
      const task = this.#queue.shift()
      if (task === undefined) break
      // Settled while it waited.
      if (!this.#waiting.delete(task)) continue
      this.#inFlight.set(task.number, task)
      this.#send(task)
    }
    if (this.#inFlight.size > 0) this.#liveness.start()
  }

  #send(task: RemoteTask): void {
    task.silentRounds = 0
    try {
      const sent = this.#deliveryOf(task).send(task, `${this.#inbox}.${task.number}`)
      if (sent !== undefined) sent.catch((error: unknown) => this.#fail(task, error))
    } catch (error) {
      this.#fail(task, error)
    }
  }

  #deliveryOf({ stream }: RemoteTask): Delivery {
    return stream === undefined ? this.#delivery : this.#direct
  }

  #onMessage(message: Msg): void {
    const token = lastToken(message.subject)
    if (token === PONG) return this.#liveness.onPong(message)
    const task = this.#inFlight.get(Number(token))
    const headers = message.headers
    if (headers?.code === 503) return void (task !== undefined && this.#liveness.onRefused(task))
    const mark = headers?.get(PART_HEADER)
    if (mark) return this.#onPart(task, message, mark)
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

  #onPart(task: RemoteTask | undefined, message: Msg, mark: string): void {
    // Of a stream that is settled: its server sends a large one until it is confirmed.
    if (task?.stream === undefined) return void message.respond()
    const [number, server] = mark.split(' ')
    task.server = server
    task.silentRounds = 0
    task.stream.take(Number(number), message)
  }

  #onResult(task: RemoteTask, bytes: Uint8Array, isFailure: boolean): void {
    if (task.isSettled) return
    try {
      if (isFailure) return this.#fail(task, decodeFailure(bytes))
      // Of a stream: how many values it has sent.
      if (task.stream !== undefined) task.stream.compare(decode(bytes) as number)
      if (task.isSettled) return
      const result = task.stream === undefined ? decodeBy(this.#schemas[task.name]?.result, bytes) : undefined
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
      task.attempt++
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
      this.#deliveryOf(task).settled(task, isCancelled)
      if (this.#waiting.size > 0) this.#pump()
    }
    if (this.#inFlight.size === 0) this.#liveness.stop()
    this.#waiters.wake()
  }

  #cancel(task: RemoteTask, reason: unknown): void {
    if (task.isSettled) return
    if (this.#inFlight.has(task.number)) this.#tellCancelled(task)
    task.stream?.drop()
    // The reason of a deadline is ours, and says why nothing came.
    if (task.obstacle !== undefined && (reason as Error).name === 'TimeoutError' && !(reason as Error).cause)
      Object.defineProperty(reason, 'cause', { value: task.obstacle, configurable: true, writable: true })
    this.#reject(task, reason, true)
  }

  #tellCancelled({ number }: RemoteTask): void {
    this.#line.publish(this.#subjects.cancel, `${this.#inbox}.${number}`)
  }

  /** What has come of a stream is of no use: its generator is to end. */
  #giveUp(task: RemoteTask, error: unknown): void {
    if (task.isSettled) return
    this.#tellCancelled(task)
    this.#fail(task, error)
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
