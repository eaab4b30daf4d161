/** The functions that a platform provides for a pool: to make and end a worker, and to hold the process. */

import type { Host } from '../host.ts'
import type { Transfer } from '../port/transfer.ts'
import type { Ending } from './errors.ts'
import type { Setup } from './messages.ts'
import type { PoolTrace } from './pool-events.ts'
import type { PoolStats } from './stats.ts'
import type { QueuedTask, TaskQueue } from './task-queue.ts'

/** The events of one worker that a pool is told. */
export interface ThreadEvents {
  onMessage(message: unknown): void
  /** A message cannot be read: nobody knows whose result it was. */
  onUnreadable(error: unknown): void
  /** The thread has ended. Called once, after every message that the thread has posted. */
  onEnd(ending: Ending): void
}

/** One worker of a pool. */
export interface PoolThread {
  /** The platform's number of the thread; undefined where it has none. */
  readonly threadId: number | undefined
  /** As a port's: throws `DataCloneError`, and then nothing is sent. Does nothing once the thread has ended. */
  postMessage(message: unknown, transfer?: Transfer): void
  /** Ends the thread; `onEnd` follows. */
  terminate(): void
}

/** Settles the promise of one task, in a context of the platform. */
export interface TaskScope {
  settle(by: (value: unknown) => void, value: unknown): void
}

/** The tasks of one worker, for a platform that places tasks itself. */
export interface WorkerLoad {
  /** Tasks that it has and that are not settled. */
  readonly inFlight: number
  /** Its one task may be cancelled, which ends the worker. */
  readonly isCancellable: boolean
  /** It was told to end. */
  readonly isEnding: boolean
}

export interface PoolPlatform {
  readonly host: Pick<Host, 'now' | 'later'>
  /** Whether workers share memory with this thread. */
  readonly isShared: boolean
  /** The name of the loaded module, for messages. */
  readonly moduleName: string
  /** Resolves when `start` may be called, if that is not at once. Rejects: no worker can be started. */
  readonly ready?: Promise<void>
  /** The first workers get tasks before they have loaded their module. */
  readonly isEager?: boolean
  /**
   * Starts a worker, of which `load` tells what it has to do. It may throw: then the pool tries again later, unless it never had a
   * worker.
   */
  start(setup: Setup, events: ThreadEvents, load: WorkerLoad): PoolThread
  /** Whether tasks are pending: they hold the process, an idle pool does not. */
  hold(isHeld: boolean): void
  /** Whether functions get their context as a second argument, generators may be streamed, and tasks have sources. Default true. */
  readonly hasContext?: boolean
  /** The queue of the pool. Default: first in, first out. */
  readonly queue?: TaskQueue
  /** The worker that gets the task now; undefined: the task waits. Default: the one with least to do. */
  choose?(task: QueuedTask, loads: readonly WorkerLoad[]): WorkerLoad | undefined
  /** Makes the context in which a task's promise is settled. Default: none. */
  scope?(): TaskScope
  /** The error of tasks whose worker has died. Default: `WorkerDiedError`. */
  diedError?(ending: Ending): unknown
  /** The error of tasks when the module cannot be loaded. Default: `PoolLoadError`. */
  loadError?(reason: unknown): unknown
  /** A task is settled, and no longer counts as pending. */
  onSettled?(): void
  /** With `timing`: how long a task waited, and how long its function took, in milliseconds. */
  onTimed?(waitMs: number, runMs: number, load: WorkerLoad): void
  /** Others that are told of the pool's events. */
  readonly trace?: PoolTrace
  /** The times told by `onTimed`. */
  times?(): Pick<PoolStats, 'waitTime' | 'runTime'>
}
