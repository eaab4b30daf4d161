/// <reference lib="esnext.disposable" preserve="true" />
/**
 * `@slipring/worker/piscina`: the pool of Slipring with the face of Piscina 5. Change the import, keep the program.
 * docs/POOL.md has a table of what differs.
 */

import { EventEmitterAsyncResource } from 'node:events'
import { pathToFileURL } from 'node:url'
import { workerData as nativeWorkerData, type Worker, type WorkerOptions } from 'node:worker_threads'
import { Pool, type PoolPlatform, type QueuedTask } from '@slipring/core/pool'
import { nodeHost } from '../node-host.ts'
import { PoolHold } from '../pool-hold.ts'
import { LOADED_ELSEWHERE, poolThreadsReady, startPoolThread } from '../pool-thread.ts'
import { isPoolWorker } from '../pool-mark.ts'
import { now, setTimeout } from '../timers.ts'
import { AbortError, type AbortSignalAny, signalOf } from './abort-error.ts'
import { PoolHistogram } from './histogram.ts'
import { isMovable, listOf, move, type Transferable, transferableSymbol, valueSymbol } from './move.ts'
import { type FilledOptions, filledOptions, type Options } from './options.ts'
import { ArrayTaskQueue, FixedQueue, OwnQueue, type PiscinaTask, queueOptionsSymbol, type TaskQueue } from './queues.ts'

export {
  ArrayTaskQueue,
  FixedQueue,
  move,
  type Options,
  type PiscinaTask,
  queueOptionsSymbol,
  type TaskQueue,
  type Transferable,
  transferableSymbol,
  valueSymbol,
}

export interface RunOptions {
  transferList?: readonly object[] | undefined
  filename?: string | null | undefined
  signal?: AbortSignalAny | null | undefined
  name?: string | null | undefined
}

/** Of the Piscina whose face this is. */
export const version = '5.3.2'
export const isWorkerThread: boolean = isPoolWorker()
export const workerData: any = isWorkerThread ? nativeWorkerData : undefined

const THREAD_KEYS = ['argv', 'env', 'execArgv', 'resourceLimits', 'trackUnmanagedFds', 'workerData'] as const
const AHEAD = 64

export class Piscina<T = any, R = any> extends EventEmitterAsyncResource {
  readonly options: FilledOptions
  readonly #pool: Pool
  readonly #histogram: PoolHistogram | undefined
  readonly #threads = new Set<Worker>()
  readonly #since = now()
  readonly #capacity: number
  readonly #filename: string | undefined
  #tasks = 0
  #needsDrain = false
  #isClosing = false

  constructor(options: Options = {}) {
    super({ name: 'Piscina' })
    const filled = (this.options = filledOptions(options))
    this.#filename = filled.filename === null ? undefined : urlOf(filled.filename)
    this.#histogram = filled.recordTiming ? new PoolHistogram() : undefined
    this.#capacity = filled.maxThreads * filled.concurrentTasksPerWorker
    // Where a program has chosen an order, or counts on one, no task is sent before it can begin.
    const ahead = filled.taskQueue !== undefined || filled.stricterFIFO === true ? 0 : AHEAD
    this.#pool = new Pool(this.#platform(), {
      minThreads: filled.minThreads,
      maxThreads: filled.maxThreads,
      idleTimeout: filled.idleTimeout,
      concurrency: filled.concurrentTasksPerWorker,
      maxQueue: filled.maxQueue,
      retries: 0,
      recycle: Infinity,
      ahead,
      name: filled.name,
      isTimed: filled.recordTiming,
    })
  }

  #platform(): PoolPlatform {
    const { taskQueue, filename, name } = this.options
    const hold = new PoolHold()
    const threadOptions: WorkerOptions = {}
    for (const key of THREAD_KEYS) if (this.options[key] !== undefined) threadOptions[key] = this.options[key]
    const describe = (task: QueuedTask): Omit<PiscinaTask, typeof queueOptionsSymbol> => ({
      taskId: ++this.#tasks,
      filename: filename ?? '',
      name: task.name ?? name,
      created: now(),
      isAbortable: task.stopWatching !== undefined,
    })
    return {
      host: nodeHost,
      isShared: true,
      hasContext: false,
      moduleName: filename ?? 'no module',
      ...poolThreadsReady(),
      ...(taskQueue && { queue: new OwnQueue(taskQueue, describe) }),
      start: (setup, events) => {
        let hasBegun = false
        const thread = startPoolThread({ ...setup, filename: this.#filename }, threadOptions, {
          ...events,
          onMessage: (message) => {
            events.onMessage(message)
            if (hasBegun) return
            hasBegun = true
            this.emit('workerCreate', thread.worker)
          },
          onEnd: (ending) => {
            this.#threads.delete(thread.worker)
            const { failed } = this.#pool.stats()
            events.onEnd(ending)
            this.emit('workerDestroy', thread.worker)
            // Nobody else is told of it.
            if (ending.error !== undefined && this.#pool.stats().failed === failed) this.emit('error', ending.error)
          },
        })
        this.#threads.add(thread.worker)
        thread.worker.on('message', (message) => this.emit('message', message))
        return thread
      },
      hold: (isHeld) => hold.set(isHeld),
      diedError: ({ exitCode, error }) => error ?? new Error(`worker exited with code: ${exitCode}`),
      loadError: (reason) => reason,
      onSettled: () => this.#needsDrain && this.#lookForDrain(),
      onTimed: (waitMs, runMs) => this.#histogram?.record(waitMs, runMs),
    }
  }

  run(task: T, options: RunOptions = {}): Promise<R> {
    const refusal = this.#refusalOf(options)
    if (refusal !== undefined) return Promise.reject(refusal)
    const { filename, name, signal } = options
    const other = filename === undefined || filename === null ? undefined : urlOf(filename)
    let value: unknown = task
    let transferList = options.transferList
    if (isMovable(task)) {
      value = task.value
      transferList = [...(transferList ?? []), ...listOf(task.transferable)]
    }
    if (other === undefined && !name && !signal && transferList === undefined) return this.#run(value)
    const called = name ?? this.options.name
    return this.#run(value, {
      name: other === undefined || other === this.#filename ? called : `${other}${LOADED_ELSEWHERE}${called}`,
      signal: signal ? signalOf(signal) : undefined,
      transferList: transferList?.length === 0 ? undefined : transferList,
    })
  }

  #run(value: unknown, options?: Parameters<Pool['run']>[1]): Promise<R> {
    const result: Promise<R> = this.#pool.run(value, options)
    if (!this.#needsDrain && this.#pool.pending >= this.#capacity) {
      this.#needsDrain = true
      queueMicrotask(() => this.emit('needsDrain'))
    }
    return result
  }

  #refusalOf(options: RunOptions): Error | undefined {
    if (options === null || typeof options !== 'object') return new TypeError('options must be an object')
    const { transferList, filename, name, signal } = options
    if (transferList !== undefined && !Array.isArray(transferList))
      return new TypeError('transferList argument must be an Array')
    if (isNoText(filename)) return new TypeError('filename argument must be a string')
    if (isNoText(name)) return new TypeError('name argument must be a string')
    if (signal !== undefined && typeof signal !== 'object') return new TypeError('signal argument must be an object')
    if (!filename && this.#filename === undefined)
      return new Error('filename must be provided to run() or in options object')
    if (this.#isClosing) return new AbortError('queue is being terminated')
    const { maxQueue } = this.options
    if (this.#pool.pending < this.#capacity + maxQueue) return undefined
    return new Error(maxQueue === 0 ? 'No task queue available and all Workers are busy' : 'Task queue is at limit')
  }

  #lookForDrain(): void {
    if (this.#pool.pending >= this.#capacity) return
    this.#needsDrain = false
    queueMicrotask(() => this.emit('drain'))
  }

  /** Waits for the tasks, with `force` only for those that have begun, and for `closeTimeout` at most. */
  async close({ force = false }: { force?: boolean | undefined } = {}): Promise<void> {
    if (typeof force !== 'boolean') throw new TypeError('force argument must be a boolean')
    this.#isClosing = true
    if (force) this.#pool.clear(new AbortError('pool is closed'))
    const timeout = new Promise<'late'>((resolve) => {
      setTimeout(() => resolve('late'), this.options.closeTimeout).unref()
    })
    const outcome = await Promise.race([this.#pool.close(), timeout])
    if (outcome === 'late') this.emit('error', new Error('Close operation timed out'))
    await this.destroy()
    this.emit('close')
  }

  destroy(): Promise<void> {
    this.#isClosing = true
    return this.#pool.destroy(new Error('Terminating worker thread'))
  }

  [Symbol.dispose](): void {
    void this.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  get minThreads(): number {
    return this.options.minThreads
  }

  get maxThreads(): number {
    return this.options.maxThreads
  }

  get threads(): Worker[] {
    return [...this.#threads]
  }

  get idleThreads(): number {
    return this.#pool.stats().workers.filter(({ isReady, pending }) => isReady && pending === 0).length
  }

  /** Tasks that wait for a worker. */
  get queueSize(): number {
    return Math.max(0, this.#pool.pending - this.#threads.size * this.options.concurrentTasksPerWorker)
  }

  /** Tasks that are settled. */
  get completed(): number {
    const { completed, failed } = this.#pool.stats()
    return completed + failed
  }

  get histogram(): PoolHistogram | undefined {
    return this.#histogram
  }

  /** The share of all threads' time that was spent in tasks. */
  get utilization(): number {
    return (this.#histogram?.busyMs ?? 0) / (this.duration * this.maxThreads)
  }

  /** Milliseconds since the pool was made. */
  get duration(): number {
    return now() - this.#since
  }

  /** As many tasks are under way as can be. */
  get needsDrain(): boolean {
    return this.#needsDrain
  }

  static get isWorkerThread(): boolean {
    return isWorkerThread
  }

  static get workerData(): any {
    return workerData
  }

  static get version(): string {
    return version
  }

  static get Piscina(): typeof Piscina {
    return Piscina
  }

  static get FixedQueue(): typeof FixedQueue {
    return FixedQueue
  }

  static get ArrayTaskQueue(): typeof ArrayTaskQueue {
    return ArrayTaskQueue
  }

  static get transferableSymbol(): typeof transferableSymbol {
    return transferableSymbol
  }

  static get valueSymbol(): typeof valueSymbol {
    return valueSymbol
  }

  static get queueOptionsSymbol(): typeof queueOptionsSymbol {
    return queueOptionsSymbol
  }

  static move(value: any): any {
    return move(value)
  }
}

/** @alias */
export default Piscina

function isNoText(value: unknown): boolean {
  return value !== undefined && value !== null && typeof value !== 'string'
}

function urlOf(filename: string): string {
  return /^[a-z][a-z\d+.-]+:/i.test(filename) ? filename : pathToFileURL(filename).href
}
