/// <reference lib="esnext.disposable" preserve="true" />
/** A pool of workers. Platforms say only how a worker is made and ended. */

import { ClosedError } from '../errors.ts'
import { Cancelling } from './cancelling.ts'
import { Crew } from './crew.ts'
import { QueueFullError } from './errors.ts'
import { mapped, type MapOptions, requirePace } from './map.ts'
import { type EverywhereOptions, noWorkerError, requireEverywhere, resultsOf } from './everywhere.ts'
import { KNOWN_OF_RUN, type PoolLimits, type PoolSize, requireRunOptions, type RunOptions, sizeOf } from './options.ts'
import type { Member } from './member.ts'
import type { TaskEnd } from './outcomes.ts'
import { PoolEvents, type PoolEventType } from './pool-events.ts'
import type { PoolPlatform } from './platform.ts'
import { Scheduler } from './scheduler.ts'
import { takeSources } from './sources.ts'
import type { PoolStats } from './stats.ts'
import { PoolStream, portionOf, requireStreamOptions, type StreamOptions } from './stream.ts'
import { StreamTask } from './stream-task.ts'
import type { DefaultName, DefaultStream, FunctionName, PartOf, ResultOf, StreamName, TaskOf } from './task-types.ts'
import { Task } from './task.ts'
import { Waiters } from './waiters.ts'

const LEAST_MAPPED = 16
const MAPPED_PER_THREAD = 4
/** A generator and its `finally` may await something for a while. */
const STREAM_GRACE_MS = 1000
const OF_TASKS: readonly PoolEventType[] = ['taskend', 'drain', 'idle']

export class Pool<Module = any> extends PoolEvents {
  readonly #platform: PoolPlatform
  readonly #limits: PoolLimits
  readonly #scheduler: Scheduler
  readonly #crew: Crew
  readonly #cancelling: Cancelling
  /** The most tasks that may be pending: those that workers can run, and those that may wait. */
  #mostPending = 0
  #isClosed = false
  readonly #waiters = new Waiters()
  #ended: Promise<void> | undefined

  constructor(platform: PoolPlatform, limits: PoolLimits) {
    super(platform.trace)
    this.#platform = platform
    this.#limits = limits
    const { host } = platform
    this.#scheduler = new Scheduler(limits, platform, {
      onBusy: () => this.#crew.grow(),
      onSpent: (member) => this.#crew.replace(member),
      onDone: (member) => this.#crew.dismiss(member),
      onSettled: () => {
        platform.onSettled?.()
        this.#waiters.wake()
      },
      living: () => this.#crew.members,
      hold: (isHeld) => platform.hold(isHeld),
      now: () => host.now(),
      onTimed: (waitMs, runMs, member) => platform.onTimed?.(waitMs, runMs, member),
    })
    this.#crew = new Crew(platform, limits, this.#scheduler, {
      onReady: (member) => this.#onReady(member),
      onEnd: (member, { exitCode, error }) => this.tell('workerend', { ...ofWorker(member), exitCode, cause: error }),
      onError: (error, member) => this.tell('error', { ...ofWorker(member), error }),
      onBroken: () => this.#waiters.wake(),
    })
    this.#cancelling = new Cancelling(host, this.#scheduler, this.#crew)
    this.#limitPending()
    if (OF_TASKS.some((type) => this.isHeard(type))) this.#hearTasks()
    this.#crew.begin()
  }

  /**
   * Runs a task on a worker: calls the function of its module with `task`, and resolves with the awaited result.
   *
   * Rejects with
   *
   * - the error of the function;
   * - `DataCloneError` when the task or its result cannot be cloned;
   * - `WorkerDiedError` when the worker died while it ran the task;
   * - `QueueFullError` when `maxQueue` tasks wait already;
   * - the reason of the signal, or a `TimeoutError` of `timeout` or `deadline`;
   * - `ClosedError` after `close` and `destroy`;
   * - `PoolLoadError` when the module cannot be loaded;
   * - `TypeError` or `RangeError` for options that are not valid.
   */
  run<Name extends FunctionName<Module> = DefaultName<Module>>(
    task: TaskOf<Module, Name>,
    options?: RunOptions<Name>,
  ): Promise<ResultOf<Module, Name>> {
    return this.#start(task, options).promise
  }

  /**
   * Results of all tasks of an iterable, which may be asynchronous and endless. The first failure ends the iteration. Tasks that
   * have not begun when the iteration ends, or when the caller leaves the loop, are given up.
   */
  map<Name extends FunctionName<Module> = DefaultName<Module>>(
    tasks: Iterable<TaskOf<Module, Name>> | AsyncIterable<TaskOf<Module, Name>>,
    options: MapOptions<Name> = {},
  ): AsyncGenerator<ResultOf<Module, Name>, void, undefined> {
    const byDefault = Math.max(LEAST_MAPPED, this.#limits.maxThreads * MAPPED_PER_THREAD)
    const { concurrency, ordered } = requirePace(options, byDefault)
    const { concurrency: _concurrency, ordered: _ordered, ...ofRun } = options
    return mapped(tasks, concurrency, ordered, (value) => {
      const task = this.#start(value, ofRun)
      return { result: task.promise, drop: () => this.#cancelling.drop(task) }
    })
  }

  /**
   * The values of a generator or an async generator of the worker's module, in their order. The worker is asked for no more than
   * `highWaterMark` values ahead. It begins with the first `next`, and has the worker until it ends. Leaving the loop ends the
   * generator, whose `finally` runs. Rejects as `run` does. Throws `TypeError` or `RangeError` for options that are not valid.
   */
  stream<Name extends StreamName<Module> = DefaultStream<Module>>(
    task: TaskOf<Module, Name>,
    options: StreamOptions<Name> = {},
  ): AsyncGenerator<PartOf<Module, Name>, void, undefined> {
    const { run, ahead } = requireStreamOptions(options)
    const { graceMs = this.#limits.graceMs ?? STREAM_GRACE_MS } = run
    const scheduler = this.#scheduler
    return new PoolStream(
      {
        start: (onPart, onCancelled) => {
          const streamed = new StreamTask(task, run.name, run.transferList, ahead, onPart, onCancelled)
          this.#launch(streamed, { ...run, graceMs })
          return streamed
        },
        ask: (streamed, more) => streamed.member?.ask(streamed, more),
        rest: (streamed, isResting) => scheduler.outcomes.holding.rest(streamed, isResting),
        leave: (streamed, reason) => this.#cancelling.cancel(streamed, reason, graceMs, true),
      },
      portionOf(ahead, this.#platform.isShared),
    )
  }

  /**
   * Runs a task once on each worker that there is, and resolves with all results. A worker that ends before it could begin the task
   * is left out. Rejects as `run` does, when all are settled; with a `RangeError` when there is no worker.
   */
  async everywhere<Name extends FunctionName<Module> = DefaultName<Module>>(
    task: TaskOf<Module, Name>,
    options: EverywhereOptions<Name> = {},
  ): Promise<ResultOf<Module, Name>[]> {
    requireEverywhere(options)
    const { name, priority = 0 } = options
    const homes = [...this.#crew.members].filter(({ isRetiring }) => !isRetiring)
    if (homes.length === 0) throw this.#refusalOf(options)?.error ?? noWorkerError()
    const tasks = homes.map((home) => {
      const one = new Task(task, name, undefined, 0)
      one.place = { key: undefined, priority, home, isOnly: true }
      return this.#launch(one, options)
    })
    return resultsOf(tasks.map(({ promise }) => promise))
  }

  /**
   * Gives a value to all workers, and to those that come later, as `context.broadcast` of their functions. A task that is run
   * afterwards has this value, or a later one. Throws `DataCloneError`.
   */
  broadcast(value: unknown): void {
    if (this.#isClosed) throw closedError('broadcast a value')
    this.#crew.broadcast.send(this.#crew.members, value)
  }

  /**
   * Changes how many workers there may be, from now on. Workers that are too many end when they have done those tasks that they
   * have begun. Throws `TypeError` or `RangeError` for sizes that are not valid.
   */
  resize(size: PoolSize): void {
    Object.assign(this.#limits, sizeOf(size, this.#limits))
    this.#limitPending()
    this.#crew.resize()
    this.#waiters.wake()
  }

  /** How many tasks are not settled. */
  get pending(): number {
    return this.#scheduler.outcomes.holding.pending
  }

  /** How many tasks no worker can run yet. */
  get queueSize(): number {
    return Math.max(0, this.pending - this.#scheduler.members.length * this.#limits.concurrency)
  }

  /**
   * Resolves when the queue has room for another task: at once if it has. With `waitForWorkers` also not before the first workers
   * are there; then it rejects when there will be none.
   */
  get ready(): Promise<void> {
    if (this.#limits.waitForWorkers === true && !this.#crew.isWarm) return this.#whenWarm()
    return this.#whenRoom()
  }

  /** Resolves when no task waits for a worker: at once if none does. */
  get drained(): Promise<void> {
    return this.#waiters.until(() => this.queueSize === 0)
  }

  /** Counters of the pool: past and current work. */
  stats(): PoolStats {
    const { completed, failed, holding } = this.#scheduler.outcomes
    const workers = Array.from(this.#crew.members, (member) => ({
      ...ofWorker(member),
      isReady: member.isReady,
      pending: member.inFlight,
      completed: member.completed,
      heapBytes: member.heapBytes,
    }))
    this.#crew.askForHeaps()
    return {
      completed,
      failed,
      pending: holding.pending,
      queueSize: this.queueSize,
      workers,
      ...this.#platform.times?.(),
    }
  }

  /** Takes no more tasks, and resolves when all are settled and the workers have ended. Rejects when a `teardown` has failed. */
  close(): Promise<void> {
    this.#isClosed = true
    this.#waiters.wake()
    return this.#waiters.until(() => this.pending === 0).then(() => this.#end(false))
  }

  /** Rejects every task that no worker could begin yet. */
  clear(reason: unknown = new ClosedError('The task was cleared before it began', 'closed')): void {
    this.#scheduler.rejectWaiting(reason)
  }

  /** Rejects every task that is not settled, ends the workers, and resolves when they have ended. Default reason: `ClosedError`. */
  destroy(reason?: unknown): Promise<void> {
    this.#isClosed = true
    this.#waiters.wake()
    const error = reason ?? new ClosedError('The pool was destroyed before the task was done', 'closed')
    for (const member of this.#crew.members)
      for (const task of member.tasksInOrder()) {
        member.remove(task)
        this.#scheduler.outcomes.reject(task, error)
      }
    this.#scheduler.rejectWaiting(error)
    this.#crew.hurry()
    return this.#end(true)
  }

  /** As `close`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #start(value: unknown, options: RunOptions | undefined): Task {
    const task = new Task(value, options?.name, options?.transferList, options?.retries ?? this.#limits.retries)
    task.scope = this.#platform.scope?.()
    this.#launch(task, options)
    return task
  }

  #launch(task: Task, options: RunOptions | undefined): Task {
    if (this.#platform.hasContext !== false) takeSources(task)
    let refusal = this.#refusalOf(options)
    if (this.pending >= this.#mostPending && task.place === undefined)
      refusal ??= { error: new QueueFullError(this.#limits.maxQueue) }
    if (refusal !== undefined) {
      task.isSettled = true
      task.feeds?.end()
      task.reject(refusal.error)
      return task
    }
    if (options !== undefined) this.#apply(task, options)
    this.#scheduler.add(task)
    return task
  }

  /** Why the task cannot be taken. */
  #refusalOf(options: RunOptions | undefined): { readonly error: unknown } | undefined {
    if (options !== undefined) {
      try {
        requireRunOptions(options, KNOWN_OF_RUN)
      } catch (error) {
        return { error }
      }
      if (options.signal?.aborted === true) return { error: options.signal.reason }
    }
    if (this.#isClosed) return { error: closedError('run a task') }
    if (this.#crew.isBroken) return { error: this.#crew.brokenBy }
    return undefined
  }

  #apply(task: Task, options: RunOptions): void {
    const { key, priority = 0 } = options
    if (key !== undefined || priority !== 0) task.place ??= { key, priority, home: undefined, isOnly: false }
    this.#cancelling.watch(task, options, options.graceMs ?? this.#limits.graceMs ?? 0)
  }

  #end(isAtOnce: boolean): Promise<void> {
    return (this.#ended ??= this.#crew.end(isAtOnce))
  }

  #limitPending(): void {
    const { maxQueue, maxThreads, concurrency } = this.#limits
    this.#mostPending = maxQueue + maxThreads * concurrency
  }

  async #whenWarm(): Promise<void> {
    // The caller waits, and nothing else may hold the process.
    const release = this.#scheduler.outcomes.holding.keep()
    await this.#waiters.until(() => this.#crew.isWarm || this.#crew.isBroken || this.#isClosed)
    release()
    if (this.#crew.isBroken) throw this.#crew.brokenBy
    return this.#whenRoom()
  }

  #whenRoom(): Promise<void> {
    return this.#waiters.until(() => this.pending < this.#mostPending || this.#isClosed)
  }

  #onReady(member: Member): void {
    this.#waiters.wake()
    this.tell('workerstart', ofWorker(member))
    const most = this.#scheduler.members.length * this.#limits.concurrency
    if (this.pending <= most && this.pending > most - this.#limits.concurrency) this.tell('drain', {})
  }

  protected override onHeard(type: string): void {
    if (OF_TASKS.includes(type as PoolEventType)) this.#hearTasks()
  }

  #hearTasks(): void {
    this.#scheduler.outcomes.onTaskEnd = (end) => this.#onTaskEnd(end)
  }

  #onTaskEnd({ task, member, isFailed, error }: TaskEnd): void {
    const { name = this.#limits.name } = task
    this.tell('taskend', { name, workerId: member?.id, isFailed, error })
    const { pending } = this
    if (pending === 0) return this.tell('idle', {})
    if (pending === this.#scheduler.members.length * this.#limits.concurrency) this.tell('drain', {})
  }
}

const ofWorker = ({ id, thread }: Member): { workerId: number; threadId: number | undefined } => ({
  workerId: id,
  threadId: thread.threadId,
})

const closedError = (act: string): ClosedError =>
  new ClosedError(`Cannot ${act}: the pool is closed, make another`, 'closed')
