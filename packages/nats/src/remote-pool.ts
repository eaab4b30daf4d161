/// <reference lib="esnext.disposable" preserve="true" />
/** A pool whose workers are processes on any machine, reached through NATS. */

import { createInbox, type Subscription } from '@nats-io/nats-core'
import { ClosedError } from '@slipring/core'
import {
  type DefaultName,
  type DefaultStream,
  type FunctionName,
  isWorkerDiedError,
  mapped,
  type PartOf,
  PoolStream,
  portionOf,
  requirePace,
  requireRunOptions,
  requireStreamOptions,
  type ResultOf,
  type RunOptions,
  type StreamName,
  type TaskOf,
  Waiters,
  watch,
} from '@slipring/core/pool'
import { Arrivals } from './arrivals.ts'
import { decodeBy, encodeBy, type Schemas, versionOf } from './bodies.ts'
import { type Delivery, DirectDelivery } from './delivery.ts'
import { DurableDelivery } from './durable-delivery.ts'
import { KeyHomes } from './key-homes.ts'
import { LargeValues } from './large.ts'
import { type Line, lineOf } from './line.ts'
import { Liveness } from './liveness.ts'
import {
  KNOWN_OF_RUN,
  type RemoteMapOptions,
  type RemotePoolOptions,
  type RemoteRunOptions,
  type RemoteStreamOptions,
  requireRemote,
  requireRemoteOptions,
} from './remote-options.ts'
import { type Opened, RemoteStream } from './remote-stream.ts'
import { RemoteTask } from './remote-task.ts'
import { type RemotePoolStats, Roster } from './roster.ts'
import { requireFunctionName, type Subjects, subjectsOf } from './subjects.ts'
import { later } from './timers.ts'
import { Unsettled } from './unsettled.ts'

const MAPPED = 64
/** As many values of a stream come by default ahead of the loop. */
const AHEAD = 64

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
  /** Of streams, which are never stored. */
  readonly #direct: DirectDelivery
  readonly #isDurable: boolean
  readonly #deadAfter: number
  readonly #liveness: Liveness
  readonly #unsettled: Unsettled
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
    this.#unsettled = new Unsettled(maxInFlight)
    const { underWay } = this.#unsettled
    this.#inbox = createInbox(line.inboxPrefix)
    this.#large = new LargeValues(line)
    const roster = new Roster(line, this.#subjects, this.#inbox, version, durable)
    this.#roster = roster
    const homes = new KeyHomes(roster)
    this.#isDurable = durable
    this.#deadAfter = deadAfter
    this.#direct = new DirectDelivery(line, this.#subjects, this.#large, homes)
    this.#delivery = durable ? new DurableDelivery(line, this.#subjects, this.#large, roster) : this.#direct
    this.#liveness = new Liveness(roster, this.#delivery, underWay, deadAfter, {
      resend: (task) => this.#send(task),
      remind: ({ stream, server, number }) => {
        // The first word may have got lost with the connection.
        if (stream!.isLeft) this.#tellCancelled(number)
        else if (server !== undefined) stream!.ask(server, `${this.#inbox}.${number}`)
      },
      recall: (number) => this.#tellCancelled(number),
      leave: (server) => homes.leave(server),
      fail: (task, error) => this.#fail(task, error),
    })
    const arrivals = new Arrivals(line, schemas, underWay, {
      onPong: (message) => this.#liveness.onPong(message),
      onRefused: (task) => this.#liveness.onRefused(task),
      onResult: (task, result) => this.#resolve(task, result),
      fail: (task, error) => this.#fail(task, error),
    })
    this.#subscription = line.connection.subscribe(`${this.#inbox}.*`, {
      callback: (error, message) => {
        if (error === null) arrivals.take(message)
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
      portionOf(ahead, false),
    )
  }

  /** Tasks that are not settled. */
  get pending(): number {
    return this.#unsettled.size
  }

  /** Tasks that wait here because `maxInFlight` others are under way. */
  get queueSize(): number {
    return this.#unsettled.waiting
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
    for (const task of this.#unsettled.all()) this.#cancel(task, reason)
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
      return (task = this.#start(value, options, stream))
    } catch (error) {
      return { promise: Promise.reject(error), stream, isSettled: true } as RemoteTask
    }
  }

  /** Its reader has left. Its end comes from the server, once the generator has ended. */
  #leave(task: RemoteTask, reason: unknown): void {
    task.stream!.isLeft = true
    if (!task.isSent || task.refusedSince !== 0) this.#cancel(task, reason)
    else this.#tellCancelled(task.number)
  }

  #start(value: unknown, options: RunOptions = {}, stream?: RemoteStream): RemoteTask {
    requireRunOptions(options, KNOWN_OF_RUN)
    const { name = this.#name, signal, deadline, transferList, timeout, key, priority } = options
    const retries = stream === undefined ? (options.retries ?? this.#retries) : 0
    if (name !== this.#name) requireFunctionName(name)
    if (signal?.aborted === true) throw signal.reason
    if (this.#isClosed) throw new ClosedError('Cannot run a task: the pool is closed, make another', 'closed')
    if (this.#line.ending !== undefined) throw this.#line.ending
    requireRemote(value, this.#isDurable && stream === undefined ? key : undefined)
    const body = encodeBy(this.#schemas[name]?.task, value)
    // An object that moves is no longer here, as with a local pool.
    if (transferList !== undefined) structuredClone(null, { transfer: transferList as ArrayBuffer[] })
    const task = new RemoteTask(this.#next++, name, body, { retries, timeout, key, priority }, stream)
    if (signal !== undefined || deadline !== undefined)
      task.stopWatching = watch(signal, deadline, (reason) => this.#cancel(task, reason), later)
    this.#unsettled.add(task)
    this.#pump()
    return task
  }

  #pump(): void {
    for (let task = this.#unsettled.next(); task !== undefined; task = this.#unsettled.next()) this.#send(task)
    if (this.#unsettled.underWay.size > 0) this.#liveness.start()
  }

  #send(task: RemoteTask): void {
    task.silentRounds = 0
    task.sendings++
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

  #resolve(task: RemoteTask, result: unknown): void {
    this.#completed++
    this.#settle(task)
    task.resolve(result)
  }

  #fail(task: RemoteTask, error: unknown): void {
    if (task.isSettled) return
    if (isWorkerDiedError(error) && task.retry()) return this.#send(task)
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
    if (this.#unsettled.remove(task)) {
      this.#deliveryOf(task).settled(task, isCancelled)
      if (this.#unsettled.waiting > 0) this.#pump()
    }
    if (this.#unsettled.underWay.size === 0) this.#liveness.stop()
    this.#waiters.wake()
  }

  #cancel(task: RemoteTask, reason: unknown): void {
    if (task.isSettled) return
    if (!this.#unsettled.isWaiting(task)) this.#tellCancelled(task.number)
    task.stream?.drop()
    // The reason of a deadline is ours, and says why nothing came.
    if (task.obstacle !== undefined && (reason as Error).name === 'TimeoutError' && !(reason as Error).cause)
      Object.defineProperty(reason, 'cause', { value: task.obstacle, configurable: true, writable: true })
    this.#reject(task, reason, true)
  }

  #tellCancelled(number: number): void {
    this.#line.publish(this.#subjects.cancel, `${this.#inbox}.${number}`)
  }

  /** A stream has failed here: its generator is to end. */
  #giveUp(task: RemoteTask, error: unknown): void {
    if (task.isSettled) return
    this.#tellCancelled(task.number)
    this.#fail(task, error)
  }

  /** Nobody waits for it any more: it is given up unless it was sent. */
  #drop(task: RemoteTask): void {
    if (this.#unsettled.isWaiting(task))
      this.#reject(task, new ClosedError('The task was given up: its caller no longer waits for it', 'closed'), true)
  }

  #rejectAll(reason: unknown): void {
    for (const task of this.#unsettled.all()) this.#reject(task, reason, false)
  }

  #end(): void {
    this.#liveness.stop()
    this.#roster.close()
    this.#subscription.unsubscribe()
    this.#large.close()
    this.#waiters.wake()
  }
}
