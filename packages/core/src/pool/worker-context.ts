/** The argument of `setup` and `teardown` of a worker's module. */

/** Everything that these functions may know of their worker. */
export class WorkerContext<Broadcast = any> {
  /** The pool's number of this worker, from 1. */
  readonly workerId: number
  /** The last value of `Pool.broadcast` that has come; undefined: none has. */
  broadcast: Broadcast

  /** @internal */
  constructor(workerId: number, broadcast: Broadcast) {
    this.workerId = workerId
    this.broadcast = broadcast
  }
}
