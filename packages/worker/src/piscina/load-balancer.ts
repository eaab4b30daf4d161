/** A worker as Piscina shows it, and a program's choice of the worker for each task. */

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
  readonly thread: Worker
  readonly #histogram: RecordableHistogram | undefined
  readonly terminating = false
  hasEnded = false

  constructor(thread: Worker, load: WorkerLoad, isTimed: boolean) {
    this.load = load
    this.thread = thread
    this.#histogram = isTimed ? createHistogram() : undefined
  }

  get id(): number {
    return this.thread.threadId
  }

  get currentUsage(): number {
    return this.load.isCancellable ? Infinity : this.load.inFlight
  }

  get isRunningAbortableTask(): boolean {
    return this.load.isCancellable
  }

  get destroyed(): boolean {
    return this.load.isEnding || this.hasEnded
  }

  get histogram(): HistogramSummary | null {
    return this.#histogram === undefined ? null : summaryOf(this.#histogram)
  }

  record(runMs: number): void {
    if (this.#histogram !== undefined) recordMs(this.#histogram, runMs)
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
