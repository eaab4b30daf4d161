/** Errors of `run` when the task itself has not failed. */

/** How a worker of a pool has ended. */
export interface Ending {
  /** The exit code of the thread; undefined where the platform has none. */
  readonly exitCode: number | undefined
  /** The reason: an uncaught exception, or a limit of its resources. */
  readonly error?: unknown
}

/** The worker ended while it ran the task. The `cause` is the error that the worker threw, if it threw one. */
export class WorkerDiedError extends Error {
  override readonly name = 'WorkerDiedError'
  readonly code = 'ERR_SLIPRING_WORKER_DIED'
  /** The exit code of the thread; undefined where the platform has none. */
  readonly exitCode: number | undefined
  constructor(message: string, exitCode: number | undefined, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}

/** The pool has as many tasks as it may have. The task was not queued. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError'
  readonly code = 'ERR_SLIPRING_QUEUE_FULL'
  /** `maxQueue` of the pool: how many tasks may wait. */
  readonly maxQueue: number
  constructor(maxQueue: number) {
    super(`Cannot queue the task: ${maxQueue} tasks wait already, which is maxQueue; wait for pool.ready first`)
    this.maxQueue = maxQueue
  }
}

/** The worker's module cannot be loaded. The `cause` is the error of the import. */
export class PoolLoadError extends Error {
  override readonly name = 'PoolLoadError'
  readonly code = 'ERR_SLIPRING_POOL_LOAD'
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && (error as { code?: unknown }).code === code
}

/** Whether it is a `WorkerDiedError`, also of another copy of the package. */
export const isWorkerDiedError = (error: unknown): error is WorkerDiedError =>
  hasCode(error, 'ERR_SLIPRING_WORKER_DIED')
/** Whether it is a `QueueFullError`, also of another copy of the package. */
export const isQueueFullError = (error: unknown): error is QueueFullError => hasCode(error, 'ERR_SLIPRING_QUEUE_FULL')
/** Whether it is a `PoolLoadError`, also of another copy of the package. */
export const isPoolLoadError = (error: unknown): error is PoolLoadError => hasCode(error, 'ERR_SLIPRING_POOL_LOAD')

export function diedError({ exitCode, error }: Ending): WorkerDiedError {
  const how = exitCode === undefined ? 'ended' : `exited with code ${exitCode}`
  if (error === undefined) return new WorkerDiedError(`The worker ${how} while it ran the task`, exitCode)
  const cause = error instanceof Error ? error.message : String(error)
  return new WorkerDiedError(`The worker ${how} while it ran the task: ${cause}`, exitCode, { cause: error })
}

/** Of the other tasks of a worker that was ended for one of them. That one's reason is its own caller's. */
export function neighbourError({ exitCode }: Ending): WorkerDiedError {
  return new WorkerDiedError(
    'The worker was ended while it ran the task, because another of its tasks was cancelled or took too long: ' +
      'give tasks that may run twice `retries`, or the pool a concurrentTasksPerWorker of 1',
    exitCode,
  )
}
