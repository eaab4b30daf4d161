/// <reference lib="esnext.disposable" preserve="true" />
/** A pool of workers. Platforms say only how a worker is made and ended. */

import { ClosedError } from '../errors.ts'
import { type Host, MAX_TIMER_MS } from '../host.ts'
import { Crew } from './crew.ts'
import { QueueFullError } from './errors.ts'
import { mapped, type MapOptions, requirePace } from './map.ts'
import { KNOWN_OF_RUN, type PoolLimits, requireRunOptions, type RunOptions } from './options.ts'
import type { Member } from './member.ts'
import type { PoolPlatform } from './platform.ts'
import { Scheduler } from './scheduler.ts'
import { RunLimit } from './run-limit.ts'
import { takeSources } from './sources.ts'
import type { PoolStats } from './stats.ts'
import { PoolStream, requireStreamOptions, type StreamOptions } from './stream.ts'
import { StreamTask } from './stream-task.ts'
import type { DefaultName, DefaultStream, FunctionName, PartOf, ResultOf, StreamName, TaskOf } from './task-types.ts'
import { Task } from './task.ts'
import { Waiters } from './waiters.ts'
import { watch } from './watch.ts'

const LEAST_MAPPED = 16
const MAPPED_PER_THREAD = 4
/** A generator and its `finally` may await something for a while. */
const STREAM_GRACE_MS = 1000

export class Pool<Module = any> {
  readonly #platform: PoolPlatform
  readonly #limits: PoolLimits
  readonly #scheduler: Scheduler
  readonly #crew: Crew
  /** The most tasks that may be pending: those that workers can run, and those that may wait. */
  readonly #mostPending: number
  #isClosed = false
  readonly #waiters = new Waiters()
  #ended: Promise<void> | undefined

  constructor(platform: PoolPlatform, limits: PoolLimits) {
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
      hold: (isHeld) => platform.hold(isHeld),
      now: () => host.now(),
      onTimed: (waitMs, runMs, member) => platform.onTimed?.(waitMs, runMs, member),
    })
    this.#crew = new Crew(platform, limits, this.#scheduler)
    this.#mostPending = limits.maxQueue + limits.maxThreads * limits.concurrency
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
    const { name, signal, timeout, deadline, retries } = options
    const ofRun = { name, signal, timeout, deadline, retries }
    return mapped(tasks, concurrency, ordered, (value) => {
      const task = this.#start(value, ofRun)
      return { result: task.promise, drop: () => this.#drop(task) }
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
        rest: (streamed, isResting) => scheduler.holding.rest(streamed, isResting),
        leave: (streamed, reason) => this.#cancel(streamed, reason, graceMs, true),
      },
      ahead,
    )
  }

  /** How many tasks are not settled. */
  get pending(): number {
    return this.#scheduler.holding.pending
  }

  /** How many tasks no worker can run yet. */
  get queueSize(): number {
    return Math.max(0, this.pending - this.#scheduler.members.length * this.#limits.concurrency)
  }

  /** Resolves when the queue has room for another task: at once if it has. */
  get ready(): Promise<void> {
    return this.#waiters.until(() => this.pending < this.#mostPending || this.#isClosed)
  }

  /** Resolves when no task waits for a worker: at once if none does. */
  get drained(): Promise<void> {
    return this.#waiters.until(() => this.queueSize === 0)
  }

  /** Counters of the pool: past and current work. */
  stats(): PoolStats {
    const { completed, failed, holding } = this.#scheduler
    const workers = Array.from(this.#crew.members, ({ thread, isReady, inFlight, completed: done }) => ({
      threadId: thread.threadId,
      isReady,
      pending: inFlight,
      completed: done,
    }))
    return {
      completed,
      failed,
      pending: holding.pending,
      queueSize: this.queueSize,
      workers,
      ...this.#platform.times?.(),
    }
  }

  /** Takes no more tasks, and resolves when all are settled and the workers have ended. */
  close(): Promise<void> {
    this.#isClosed = true
    this.#waiters.wake()
    return this.#waiters.until(() => this.pending === 0).then(() => this.#end())
  }

  /** Rejects every task that no worker could begin yet. */
  clear(reason: unknown = new ClosedError('The task was cleared before it began', 'closed')): void {
    this.#scheduler.rejectWaiting(reason)
  }

  /** Rejects every task that is not settled, ends the workers, and resolves when they have ended. Default reason: `ClosedError`. */
  destroy(reason?: unknown): Promise<void> {
    this.#isClosed = true
    const error = reason ?? new ClosedError('The pool was destroyed before the task was done', 'closed')
    for (const member of this.#crew.members) {
      for (const task of member.tasksInOrder()) {
        member.remove(task)
        this.#scheduler.reject(task, error)
      }
    }
    this.#scheduler.rejectWaiting(error)
    return this.#end()
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

  #launch(task: Task, options: RunOptions | undefined): void {
    if (this.#platform.hasContext !== false) takeSources(task)
    const refusal = this.#refusalOf(options)
    if (refusal !== undefined) {
      task.isSettled = true
      task.feeds?.end()
      task.reject(refusal.error)
      return
    }
    if (options !== undefined) this.#watch(task, options)
    this.#scheduler.add(task)
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
    if (this.#isClosed)
      return { error: new ClosedError('Cannot run a task: the pool is closed, make another', 'closed') }
    if (this.#crew.isBroken) return { error: this.#crew.brokenBy }
    if (this.pending >= this.#mostPending) return { error: new QueueFullError(this.#limits.maxQueue) }
    return undefined
  }

  #watch(task: Task, { signal, timeout, deadline, graceMs = this.#limits.graceMs ?? 0 }: RunOptions): void {
    const later: Host['later'] = (...timer) => this.#platform.host.later(...timer)
    const cancel = (reason: unknown): void => this.#cancel(task, reason, graceMs)
    if (signal !== undefined || deadline !== undefined) task.stopWatching = watch(signal, deadline, cancel, later)
    if (timeout !== undefined && timeout <= MAX_TIMER_MS)
      task.limit = new RunLimit(timeout, later, (error) => this.#onLimit(task, error, graceMs))
  }

  /** The time of its run is over, unless a neighbour that computes has kept it from beginning. */
  #onLimit(task: Task, error: Error, graceMs: number): void {
    if (this.#scheduler.withdraw(task)) this.#scheduler.sendAgain(task)
    else this.#cancel(task, error, graceMs)
  }

  /** `isLeft`: nobody asks for the reason, but how it ends may matter. */
  #cancel(task: Task, reason: unknown, graceMs: number, isLeft = false): void {
    if (task.isSettled) return
    task.onCancelled?.()
    const { member } = task
    const hasBegun = !this.#scheduler.withdraw(task)
    if (hasBegun && graceMs > 0) return this.#askToEnd(task, member!, reason, graceMs, isLeft)
    if (hasBegun) member!.remove(task)
    this.#scheduler.reject(task, reason)
    if (hasBegun) this.#crew.cancel(member!)
    else if (member !== undefined) this.#scheduler.feed(member)
  }

  /** It has so long to end by itself. */
  #askToEnd(task: Task, member: Member, reason: unknown, graceMs: number, isLeft: boolean): void {
    task.stopWatching?.()
    task.limit?.stop()
    if (!member.cancel(task, reason)) {
      member.remove(task)
      this.#scheduler.reject(task, reason)
      return this.#scheduler.feed(member)
    }
    if (!isLeft) this.#scheduler.endWith(task, reason)
    if (graceMs > MAX_TIMER_MS) task.stopWatching = undefined
    else task.stopWatching = this.#platform.host.later(() => this.#cancel(task, reason, 0), graceMs, true)
  }

  /** Nobody waits for it any more: it is given up unless it has begun. */
  #drop(task: Task): void {
    const { member } = task
    if (task.isSettled || !this.#scheduler.withdraw(task)) return
    this.#scheduler.reject(task, new ClosedError('The task was given up: its caller no longer waits for it', 'closed'))
    if (member !== undefined) this.#scheduler.feed(member)
  }

  #end(): Promise<void> {
    return (this.#ended ??= this.#crew.end())
  }
}
