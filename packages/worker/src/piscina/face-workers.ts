/** The workers of a pool of Piscina: what the pool tells of them, and its events about them. */

import type { Worker, WorkerOptions } from 'node:worker_threads'
import type { PoolThread, Setup, ThreadEvents, WorkerLoad } from '@slipring/core/pool'
import { type NodeSetup, startPoolThread } from '../pool-thread.ts'
import { queueMicrotask } from '../timers.ts'
import { FaceWorker } from './load-balancer.ts'
import type { FilledOptions } from './options.ts'
import { ownOf } from './run-options.ts'

const THREAD_KEYS = ['argv', 'env', 'execArgv', 'resourceLimits', 'trackUnmanagedFds', 'workerData'] as const

type Event = 'workerCreate' | 'workerDestroy' | 'message' | 'error'

export class FaceWorkers {
  readonly #options: FilledOptions
  readonly #setup: Omit<NodeSetup, keyof Setup>
  readonly #emit: (event: Event, what: unknown) => void
  readonly #failedTasks: () => number
  readonly #workers = new Map<WorkerLoad, FaceWorker>()
  /** Started later than the first ones, and not loaded yet: these have no task. */
  readonly #starting = new Set<WorkerLoad>()
  #hasBegun = false

  constructor(
    options: FilledOptions,
    setup: Omit<NodeSetup, keyof Setup>,
    emit: (event: Event, what: unknown) => void,
    failedTasks: () => number,
  ) {
    this.#options = options
    this.#setup = setup
    this.#emit = emit
    this.#failedTasks = failedTasks
  }

  start(setup: Setup, events: ThreadEvents, load: WorkerLoad): PoolThread {
    const options: WorkerOptions = ownOf({})
    for (const key of THREAD_KEYS) if (this.#options[key] !== undefined) options[key] = this.#options[key]
    const thread = startPoolThread({ ...setup, ...this.#setup }, options, {
      ...events,
      onMessage: (message) => {
        events.onMessage(message)
        if (this.#starting.delete(load)) this.#emit('workerCreate', worker)
      },
      onEnd: (ending) => {
        this.#starting.delete(load)
        this.#workers.delete(load)
        const failed = this.#failedTasks()
        events.onEnd(ending)
        worker.hasEnded = true
        this.#emit('workerDestroy', worker)
        // Nobody else is told of it.
        if (ending.error !== undefined && this.#failedTasks() === failed) this.#emit('error', ending.error)
      },
    })
    const worker = new FaceWorker(thread.worker, load, this.#options.workerHistogram)
    this.#workers.set(load, worker)
    if (this.#hasBegun) this.#starting.add(load)
    thread.worker.on('message', (message) => this.#emit('message', message))
    // To listen to a worker refs it.
    thread.worker.unref()
    return thread
  }

  /** The first ones are there, and are told of once the program can have listeners. */
  begin(): void {
    this.#hasBegun = true
    const first = [...this.#workers.values()]
    queueMicrotask(() => first.forEach((worker) => this.#emit('workerCreate', worker)))
  }

  of(load: WorkerLoad): FaceWorker | undefined {
    return this.#workers.get(load)
  }

  get threads(): Worker[] {
    return [...this.#workers.values()].filter(({ destroyed }) => !destroyed).map(({ thread }) => thread)
  }

  /** How many could begin a task. */
  get idle(): number {
    let count = 0
    for (const load of this.#workers.keys())
      if (load.inFlight === 0 && !load.isEnding && !this.#starting.has(load)) count++
    return count
  }

  /** Tasks that workers have begun, may begin at once, or could if they had loaded. */
  get begun(): number {
    const { concurrentTasksPerWorker } = this.#options
    let count = this.#starting.size * concurrentTasksPerWorker
    for (const { inFlight } of this.#workers.keys()) count += Math.min(inFlight, concurrentTasksPerWorker)
    return count
  }
}
