/** Whether this thread is a worker of a pool. */

// A property of the thread: the worker's module may import another copy of this package than the pool does.
const MARK: unique symbol = Symbol.for('slipring.pool-worker')

type Marked = { [MARK]?: true }

/** The worker's first script says so, before it loads the module of the tasks. */
export function markPoolWorker(): void {
  ;(globalThis as Marked)[MARK] = true
}

export const isPoolWorker = (): boolean => (globalThis as Marked)[MARK] === true
