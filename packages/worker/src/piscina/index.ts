/// <reference lib="esnext.disposable" preserve="true" />
/**
 * `@slipring/worker/piscina`: the pool of Slipring with the face of Piscina 5. Change the import, keep the program.
 * docs/POOL.md has a table of what differs.
 *
 * @module
 * @stable
 * @since 0.2
 */

import { EventEmitterAsyncResource } from 'node:events'
import { workerData as nativeWorkerData, type Worker } from 'node:worker_threads'
import { Pool, type PoolPlatform } from '@slipring/core/pool'
import { nodeHost } from '../node-host.ts'
import { PoolHold } from '../pool-hold.ts'
import { LOADED_ELSEWHERE, poolThreadsReady } from '../pool-thread.ts'
import { isPoolWorker } from '../pool-mark.ts'
import { clearTimeout, now, setTimeout } from '../timers.ts'
import { AbortError, signalOf } from './abort-error.ts'
import { describer } from './descriptions.ts'
import { FaceWorkers } from './face-workers.ts'
import { PoolHistogram } from './histogram.ts'
import { isMovable, listOf, move, type Transferable, transferableSymbol, valueSymbol } from './move.ts'
import { type FilledOptions, filledOptions, type Options } from './options.ts'
import { ArrayTaskQueue, FixedQueue, OwnQueue, type PiscinaTask, queueOptionsSymbol, type TaskQueue } from './queues.ts'
import { ownOf, type RunOptions, runRefusal, urlOf } from './run-options.ts'
import { TaskResource } from './task-scope.ts'
import { balanced, type PiscinaLoadBalancer, type PiscinaWorker } from './load-balancer.ts'

export {
  ArrayTaskQueue,
  FixedQueue,
  move,
  type Options,
  type PiscinaLoadBalancer,
  type PiscinaTask,
  type PiscinaWorker,
  queueOptionsSymbol,
  type RunOptions,
  type TaskQueue,
  type Transferable,
  transferableSymbol,
  valueSymbol,
}

/** Of the Piscina whose face this is. */
export const version = '5.3.2'
export const isWorkerThread: boolean = isPoolWorker()
export const workerData: any = isWorkerThread ? nativeWorkerData : undefined

const AHEAD = 64
const NO_OPTIONS: RunOptions = ownOf({})

export class Piscina<T = any, R = any> extends EventEmitterAsyncResource {
  readonly options: FilledOptions
  readonly #pool: Pool
  readonly #histogram: PoolHistogram
  readonly #workers: FaceWorkers
  readonly #since = now()
  readonly #capacity: number
  readonly #mostPending: number
  readonly #url: string | undefined
  #needsDrain = false
  #isClosing = false

  constructor(options: Options = {}) {
    super(ownOf({ name: 'Piscina' }))
    const filled = (this.options = filledOptions(options))
    this.#url = filled.filename === null ? undefined : urlOf(filled.filename)
    this.#histogram = new PoolHistogram(filled.recordTiming)
    this.#capacity = filled.maxThreads * filled.concurrentTasksPerWorker
    this.#mostPending = this.#capacity + filled.maxQueue
    // Where a program has chosen an order, or counts on one, no task is sent before it can begin.
    const isOrdered = filled.taskQueue !== undefined || filled.stricterFIFO
    const isPlaced = filled.loadBalancer !== undefined
    const setup = { filename: this.#url, niceIncrement: filled.niceIncrement }
    this.#workers = new FaceWorkers(
      filled,
      setup,
      (event, what) => this.emit(event, what),
      () => this.#pool.stats().failed,
    )
    this.#pool = new Pool(this.#platform(), {
      minThreads: filled.minThreads,
      maxThreads: Math.ceil(filled.maxThreads),
      idleTimeout: filled.idleTimeout,
      concurrency: filled.concurrentTasksPerWorker,
      maxQueue: filled.maxQueue,
      retries: 0,
      recycle: Infinity,
      ahead: isOrdered || isPlaced ? 0 : AHEAD,
      name: filled.name,
      isTimed: filled.recordTiming || filled.workerHistogram,
      // To abort a task that runs ends its worker. Where each worker runs one at a time, that is nobody's but its own.
      isolatesCancellable: filled.concurrentTasksPerWorker > 1 && !isPlaced,
    })
    this.#workers.begin()
  }

  #platform(): PoolPlatform {
    const { taskQueue, filename, name, loadBalancer, workerHistogram } = this.options
    const hold = new PoolHold()
    const describe = describer(filename, name)
    const workers = this.#workers
    const { asyncId } = this
    return {
      host: nodeHost,
      isShared: true,
      isEager: true,
      hasContext: false,
      moduleName: filename ?? 'no module',
      ...poolThreadsReady(),
      ...(taskQueue && { queue: new OwnQueue(taskQueue, describe) }),
      ...(loadBalancer && { choose: balanced(loadBalancer, describe, (load) => workers.of(load)!) }),
      start: (setup, events, load) => workers.start(setup, events, load),
      hold: (isHeld) => hold.set(isHeld),
      scope: () => new TaskResource(asyncId),
      diedError: ({ exitCode, error }) => error ?? new Error(`worker exited with code: ${exitCode}`),
      loadError: (reason) => reason,
      onSettled: () => this.#needsDrain && this.#lookForDrain(),
      onTimed: (waitMs, runMs, load) => {
        this.#histogram.record(waitMs, runMs)
        if (workerHistogram) workers.of(load)?.record(runMs)
      },
    }
  }

  run(task: T, options: RunOptions = NO_OPTIONS): Promise<R> {
    if (options === null || typeof options !== 'object')
      return Promise.reject(new TypeError('options must be an object'))
    const own = options === NO_OPTIONS ? options : ownOf(options)
    const refusal = this.#refusalOf(own)
    if (refusal !== undefined) return Promise.reject(refusal)
    const { filename, name, signal } = own
    const other = filename === undefined || filename === null ? undefined : urlOf(filename)
    let value: unknown = task
    let { transferList } = own
    if (isMovable(task)) {
      value = task.value
      transferList = [...(transferList ?? []), ...listOf(task.transferable)]
    }
    if (other === undefined && !name && !signal && transferList === undefined) return this.#run(value)
    const called = name ?? this.options.name
    return this.#run(value, {
      name: other === undefined || other === this.#url ? called : `${other}${LOADED_ELSEWHERE}${called}`,
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
    const refusal = runRefusal(options)
    if (refusal !== undefined) return refusal
    if (!options.filename && this.#url === undefined)
      return new Error('filename must be provided to run() or in options object')
    if (this.#isClosing) return new AbortError('queue is being terminated')
    if (this.#pool.pending < this.#mostPending) return undefined
    return new Error(
      this.options.maxQueue === 0 ? 'No task queue available and all Workers are busy' : 'Task queue is at limit',
    )
  }

  #lookForDrain(): void {
    if (this.#pool.pending >= this.#capacity) return
    this.#needsDrain = false
    queueMicrotask(() => this.emit('drain'))
  }

  /** Waits for the tasks, with `force` only for those that have begun, and for `closeTimeout` at most. */
  async close(options: { force?: boolean | undefined } = {}): Promise<void> {
    if (options === null || typeof options !== 'object') throw new TypeError('options must be an object')
    const { force = false } = ownOf(options)
    if (typeof force !== 'boolean') throw new TypeError('force argument must be a boolean')
    this.#isClosing = true
    if (force) this.#pool.clear(new AbortError('pool is closed'))
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), this.options.closeTimeout).unref()
    })
    try {
      const outcome = await Promise.race([this.#pool.close(), timeout])
      // Throws where nobody listens.
      if (outcome === 'late') this.emit('error', new Error('Close operation timed out'))
    } finally {
      clearTimeout(timer)
      await this.destroy()
      this.emit('close')
    }
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
    return this.#workers.threads
  }

  get idleThreads(): number {
    return this.#workers.idle
  }

  /** Tasks that wait for a worker. */
  get queueSize(): number {
    return Math.max(0, this.#pool.pending - this.#workers.begun)
  }

  /** Tasks that are settled. */
  get completed(): number {
    const { completed, failed } = this.#pool.stats()
    return completed + failed
  }

  get histogram(): PoolHistogram {
    return this.#histogram
  }

  /** The share of all threads' time that was spent in tasks. */
  get utilization(): number {
    return this.#histogram.busyMs / (this.duration * this.maxThreads)
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
/** @internal `require` gives this, as with Piscina's package. Older TypeScript does not read such a name. */
export { Piscina as 'module.exports' }
