/** A worker with Piscina's face, and who gets which task where a pool of Piscina says so. */

import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import type { Worker } from 'node:worker_threads'
import type { PoolPlatform, QueuedTask, WorkerLoad } from '@slipring/core/pool'
import { type HistogramSummary, recordMs, summaryOf } from './histogram.ts'
import type { PiscinaTask } from './queues.ts'

/** The worker that a load balancer is given, and events tell of. */
export interface PiscinaWorker {
  readonly id: number
  /** Tasks that it has; infinitely many while it has one that may be aborted. */
  readonly currentUsage: number
  readonly isRunningAbortableTask: boolean
  /** How long its tasks took, with `workerHistogram`. */
  readonly histogram: HistogramSummary | null
  readonly terminating: boolean
  readonly destroyed: boolean
}

/** Gives one of the workers, or null: then the task waits. */
export type PiscinaLoadBalancer = (task: PiscinaTask, workers: PiscinaWorker[]) => PiscinaWorker | null

/** The window of a worker has more, but a balancer that never says null would fill any. */
const MOST_TASKS = 128

export class FaceWorker implements PiscinaWorker {
  readonly load: WorkerLoad
  readonly #thread: Worker
  readonly #histogram: RecordableHistogram | undefined
  readonly terminating = false
  destroyed = false

  constructor(thread: Worker, load: WorkerLoad, isTimed: boolean) {
    this.load = load
    this.#thread = thread
    this.#histogram = isTimed ? createHistogram() : undefined
  }

  get id(): number {
    return this.#thread.threadId
  }

  get currentUsage(): number {
    return this.load.isCancellable ? Infinity : this.load.inFlight
  }

  get isRunningAbortableTask(): boolean {
    return this.load.isCancellable
  }

  get histogram(): HistogramSummary | null {
    return this.#histogram === undefined ? null : summaryOf(this.#histogram)
  }

  record(runMs: number): void {
    if (this.#histogram !== undefined) recordMs(this.#histogram, runMs)
  }
}

/** A task that may be aborted shares its worker with none: to abort it ends the worker. */
export function leastBusy(concurrency: number): NonNullable<PoolPlatform['choose']> {
  return (task, loads) => {
    let chosen: WorkerLoad | undefined
    let fewest = concurrency
    for (const load of loads) {
      const { inFlight } = load
      if (inFlight === 0) return load
      if (task.stopWatching !== undefined || inFlight >= fewest || load.isCancellable) continue
      chosen = load
      fewest = inFlight
    }
    return chosen
  }
}

/** As the program's balancer says. */
export function balanced(
  balancer: PiscinaLoadBalancer,
  describe: (task: QueuedTask) => PiscinaTask,
  workerOf: (load: WorkerLoad) => FaceWorker,
): NonNullable<PoolPlatform['choose']> {
  return (task, loads) => {
    const chosen = balancer(describe(task), loads.map(workerOf))
    const load = chosen instanceof FaceWorker ? chosen.load : undefined
    return load !== undefined && loads.includes(load) && load.inFlight < MOST_TASKS ? load : undefined
  }
}
