/** The functions that a platform provides for a pool: to make and end a worker, and to hold the process. */

import type { Host } from '../host.ts'
import type { Transfer } from '../port/transfer.ts'
import type { Ending } from './errors.ts'
import type { Setup, WorkerMessage } from './messages.ts'
import type { PoolStats } from './stats.ts'
import type { TaskQueue } from './task-queue.ts'

/** The events of one worker that a pool is told. */
export interface ThreadEvents {
  onMessage(message: WorkerMessage): void
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

export interface PoolPlatform {
  readonly host: Pick<Host, 'now' | 'later'>
  /** Whether workers share memory with this thread. */
  readonly isShared: boolean
  /** The name of the loaded module, for messages. */
  readonly moduleName: string
  /** Resolves when `start` may be called, if that is not at once. Rejects: no worker can be started. */
  readonly ready?: Promise<void>
  /** Starts a worker. It may throw: then the pool cannot start any. */
  start(setup: Setup, events: ThreadEvents): PoolThread
  /** Whether tasks are pending: they hold the process, an idle pool does not. */
  hold(isHeld: boolean): void
  /** Whether functions get their context as a second argument, and generators may be streamed. Default true. */
  readonly hasContext?: boolean
  /** The queue of the pool. Default: first in, first out. */
  readonly queue?: TaskQueue
  /** The error of tasks whose worker has died. Default: `WorkerDiedError`. */
  diedError?(ending: Ending): unknown
  /** The error of tasks when the module cannot be loaded. Default: `PoolLoadError`. */
  loadError?(reason: unknown): unknown
  /** A task is settled, and no longer counts as pending. */
  onSettled?(): void
  /** With `timing`: how long a task waited, and how long its function took, in milliseconds. */
  onTimed?(waitMs: number, runMs: number): void
  /** The times told by `onTimed`. */
  times?(): Pick<PoolStats, 'waitTime' | 'runTime'>
}
