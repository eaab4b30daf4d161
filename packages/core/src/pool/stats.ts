/** The counters of a pool. */

/** One worker of a pool. */
export interface WorkerStats {
  /** The pool's number of the worker, from 1; undefined of a pool over many machines. */
  readonly workerId: number | undefined
  /** The platform's number of the thread; undefined where it has none. */
  readonly threadId: number | undefined
  /** Whether it has loaded the module. */
  readonly isReady: boolean
  /** Tasks that it has and that are not settled. */
  readonly pending: number
  /** Tasks that it has completed, including those that failed. */
  readonly completed: number
  /** Bytes of its JavaScript heap in use, as it has told last: each call of `stats` asks again. Undefined where the platform does not tell. */
  readonly heapBytes: number | undefined
}

/** The counters that `Pool.stats()` gives. */
export interface PoolStats {
  /** Tasks that gave a result. */
  readonly completed: number
  /** Tasks that were rejected, for whatever reason. */
  readonly failed: number
  /** Tasks that are not settled. */
  readonly pending: number
  /** Tasks that no worker can run yet. */
  readonly queueSize: number
  /** Workers that have not ended. */
  readonly workers: readonly WorkerStats[]
  /** How long tasks waited for a worker and for their message, in milliseconds; only with `timing`. */
  readonly waitTime?: TimeStats
  /** How long their functions took, in milliseconds; only with `timing`. */
  readonly runTime?: TimeStats
}

/** Statistics of many times, in milliseconds. */
export interface TimeStats {
  readonly count: number
  readonly min: number
  readonly max: number
  readonly mean: number
  readonly p50: number
  readonly p99: number
}
