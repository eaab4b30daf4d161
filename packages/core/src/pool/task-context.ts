/** The second argument of a worker's functions. */

import type { PlatformSignal, TaskSignals } from './task-signals.ts'
import type { WorkerContext } from './worker-context.ts'

/** Everything that a function may know of its task. */
export class TaskContext<Broadcast = any> {
  readonly #signals: TaskSignals
  readonly #worker: WorkerContext<Broadcast>
  readonly #number: number
  /** The function's name in the worker's module. */
  readonly name: string
  /** 1; more when the task runs again, because a worker has died. */
  readonly attempt: number

  /** @internal */
  constructor(signals: TaskSignals, worker: WorkerContext<Broadcast>, number: number, name: string, attempt: number) {
    this.#signals = signals
    this.#worker = worker
    this.#number = number
    this.name = name
    this.attempt = attempt
  }

  /** Aborted when the task is cancelled, takes too long, or its reader has left. `aborted` is up to date also while it computes. */
  get signal(): PlatformSignal {
    return this.#signals.of(this.#number)
  }

  /** The pool's number of this worker, from 1. */
  get workerId(): number {
    return this.#signals.workerId
  }

  /** The last value of `Pool.broadcast` that has come; undefined: none has. */
  get broadcast(): Broadcast {
    return this.#worker.broadcast
  }
}
