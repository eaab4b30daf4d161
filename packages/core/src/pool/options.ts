/** Options of a pool, and of one of its tasks. */

import { requireOptions, shown } from '../errors.ts'
import { isSignal, type Signal } from '../port/events.ts'
import type { Transfer } from '../port/transfer.ts'
import { requireKnownKeys } from './option-keys.ts'
import type { TaskKey } from './task.ts'

/** Options of every platform's pool. */
export interface PoolOptions {
  /** Workers that the pool keeps, also when there is nothing to do. Default 1. */
  minThreads?: number | undefined
  /** Workers that the pool may have. Default: as many as the machine can run at once. */
  maxThreads?: number | undefined
  /** Milliseconds after which a worker with nothing to do ends, down to `minThreads`. Default 30,000. */
  idleTimeout?: number | undefined
  /** How many asynchronous tasks a worker runs at a time. Default 1. */
  concurrentTasksPerWorker?: number | undefined
  /** How many tasks may wait for a worker. One more rejects with `QueueFullError`. Default: any number. */
  maxQueue?: number | undefined
  /** How often a task runs again when its worker has died. Default 0: the task rejects with `WorkerDiedError`. */
  retries?: number | undefined
  /**
   * Milliseconds that a task which is cancelled or takes too long has to end by itself, once its signal is aborted. Then its worker
   * is ended. Default: 0 of `run`, 1000 of `stream`.
   */
  graceMs?: number | undefined
  /** A worker is replaced after this many tasks, or when its heap is larger than `heapBytes`. Default: never. */
  recycle?: number | RecycleLimits | undefined
  /** `ready` waits also until the first `minThreads` workers have loaded the module and are set up. Default false. */
  waitForWorkers?: boolean | undefined
  /** The function of the module to call when `run` names none. Default `default`: the default export. */
  name?: string | undefined
  /** Measure how long tasks wait and run: `stats().waitTime` and `runTime`. Default false. */
  timing?: boolean | undefined
}

/** When a worker is replaced. */
export interface RecycleLimits {
  /** After this many tasks. */
  tasks?: number | undefined
  /** When so many bytes of its JavaScript heap are in use after a task. That counts garbage which is not collected yet. */
  heapBytes?: number | undefined
}

/** How many workers a pool has. */
export interface PoolSize {
  minThreads?: number | undefined
  maxThreads?: number | undefined
}

/** Options of one task. */
export interface RunOptions<Name extends string = string> {
  /** The function of the worker's module to call. Default: the pool's `name`. */
  name?: Name | undefined
  /** Cancels the task, which rejects with the signal's reason. If it runs already, its worker ends, and another one replaces it. */
  signal?: Signal | undefined
  /** Objects that move to the worker instead of being copied, as in `postMessage`. */
  transferList?: Transfer | undefined
  /** Milliseconds that the run may take. Then it is cancelled, and the task rejects with a `DOMException` named `TimeoutError`. */
  timeout?: number | undefined
  /** As `timeout`, in milliseconds from the call of `run`: with the wait for a worker. */
  deadline?: number | undefined
  /** As the pool's option, for this task. */
  retries?: number | undefined
  /** As the pool's option, for this task. */
  graceMs?: number | undefined
  /** Tasks of one key go to one worker as long as it lives, such as the one that has the cache or the connection. */
  key?: TaskKey | undefined
  /** Of the tasks that wait, those with a higher number begin first. Default 0. */
  priority?: number | undefined
}

/** The same with all values. */
export interface PoolLimits {
  /** `resize` changes these two. */
  minThreads: number
  maxThreads: number
  readonly idleTimeout: number
  readonly concurrency: number
  readonly maxQueue: number
  readonly retries: number
  readonly graceMs?: number | undefined
  readonly recycle: number
  readonly recycleHeapBytes?: number | undefined
  readonly waitForWorkers?: boolean | undefined
  /** How many tasks a worker gets beyond those that it can begin at once. */
  readonly ahead: number
  readonly name: string
  readonly isTimed: boolean
  /** A task that can be cancelled has its worker for itself. */
  readonly isolatesCancellable: boolean
}

const KNOWN = [
  'minThreads',
  'maxThreads',
  'idleTimeout',
  'concurrentTasksPerWorker',
  'maxQueue',
  'retries',
  'graceMs',
  'recycle',
  'waitForWorkers',
  'name',
  'timing',
]
/** Options that every pool knows. */
export const KNOWN_OF_ANY_RUN: readonly string[] = ['name', 'signal', 'transferList', 'timeout', 'deadline', 'retries']
export const KNOWN_OF_RUN: readonly string[] = [...KNOWN_OF_ANY_RUN, 'graceMs', 'key', 'priority']
const KNOWN_OF_SIZE = ['minThreads', 'maxThreads']
const KNOWN_OF_RECYCLE = ['tasks', 'heapBytes']
/** Enough for a worker to have the next task at hand, and few enough to be taken back in no time. */
const AHEAD = 64
const MOST_THREADS = 1024
const MOST_TASKS_PER_WORKER = 128
const DEFAULT_IDLE_MS = 30_000

/** `own`: keys of the platform's options. `parallelism`: how many threads the machine runs at once. */
export function poolLimitsOf(options: PoolOptions, own: readonly string[], parallelism: number): PoolLimits {
  requireOptions('make a pool', options, "{ filename: new URL('./worker.js', import.meta.url) }")
  requireKnownKeys('make a pool', options, [...own, ...KNOWN])
  // Own options only: what somebody has put on Object.prototype is none.
  const given: PoolOptions = Object.assign(Object.create(null), options)
  const { minThreads, maxThreads, idleTimeout = DEFAULT_IDLE_MS, concurrentTasksPerWorker = 1 } = given
  const { maxQueue = Infinity, retries = 0, graceMs, recycle = Infinity, name = 'default', timing = false } = given
  const { waitForWorkers = false } = given
  const most = maxThreads ?? Math.max(parallelism, minThreads ?? 1)
  const least = minThreads ?? Math.min(1, most)
  requireThreads(least, most)
  requireInteger('concurrentTasksPerWorker', concurrentTasksPerWorker, 1, MOST_TASKS_PER_WORKER)
  requireNumber('idleTimeout', idleTimeout, 0)
  if (maxQueue !== Infinity) requireInteger('maxQueue', maxQueue, 0, Number.MAX_SAFE_INTEGER)
  if (graceMs !== undefined) requireNumber('graceMs', graceMs, 0)
  const { tasks = Infinity, heapBytes } = recycleLimitsOf(recycle)
  if (retries !== Infinity) requireInteger('retries', retries, 0, Number.MAX_SAFE_INTEGER)
  requireName(name)
  requireBoolean('timing', timing)
  requireBoolean('waitForWorkers', waitForWorkers)
  return {
    minThreads: least,
    maxThreads: most,
    idleTimeout,
    concurrency: concurrentTasksPerWorker,
    maxQueue,
    retries,
    graceMs,
    recycle: tasks,
    recycleHeapBytes: heapBytes,
    waitForWorkers,
    ahead: AHEAD,
    name,
    isTimed: timing,
    isolatesCancellable: false,
  }
}

/** `size` where it says something, else as it is. Throws for numbers of workers that cannot be. */
export function sizeOf(size: PoolSize, now: Required<PoolSize>): { minThreads: number; maxThreads: number } {
  requireOptions('resize a pool', size, '{ maxThreads: 4 }')
  requireKnownKeys('resize a pool', size, KNOWN_OF_SIZE)
  const { minThreads = now.minThreads!, maxThreads = now.maxThreads! } = size
  requireThreads(minThreads, maxThreads)
  return { minThreads, maxThreads }
}

function requireThreads(least: number, most: number): void {
  requireInteger('maxThreads', most, 1, MOST_THREADS)
  requireInteger('minThreads', least, 0, MOST_THREADS)
  if (least > most)
    throw new RangeError(
      `Cannot keep ${least} threads (minThreads) of at most ${most} (maxThreads): use a smaller minThreads`,
    )
}

function recycleLimitsOf(recycle: number | RecycleLimits): RecycleLimits {
  if (typeof recycle === 'number') return recycleLimitsOf({ tasks: recycle })
  requireOptions('recycle workers', recycle, '{ tasks: 1000, heapBytes: 200e6 }')
  requireKnownKeys('recycle workers', recycle, KNOWN_OF_RECYCLE)
  const { tasks = Infinity, heapBytes } = recycle
  if (tasks !== Infinity) requireInteger('recycle', tasks, 1, Number.MAX_SAFE_INTEGER)
  if (heapBytes !== undefined) requireInteger('heapBytes', heapBytes, 1, Number.MAX_SAFE_INTEGER)
  return { tasks, heapBytes }
}

function requireBoolean(key: string, value: unknown): void {
  if (typeof value !== 'boolean') throw new TypeError(`Cannot use ${key} ${shown(value)}: use true or false`)
}

/** Throws for options of one task that are not valid. Not every pool knows all of them. */
export function requireRunOptions(options: RunOptions, known: readonly string[] = KNOWN_OF_ANY_RUN): void {
  requireOptions('run a task', options, "{ name: 'resize' }")
  requireKnownKeys('run a task', options, known)
  const { name, signal, timeout, deadline, retries, graceMs, key, priority } = options
  if (name !== undefined) requireName(name)
  if (signal !== undefined && !isSignal(signal))
    throw new TypeError(`Cannot run a task with signal ${shown(signal)}: use the signal of an AbortController`)
  if (timeout !== undefined) requireNumber('timeout', timeout, 0)
  if (deadline !== undefined) requireNumber('deadline', deadline, 0)
  if (graceMs !== undefined) requireNumber('graceMs', graceMs, 0)
  if (retries !== undefined && retries !== Infinity) requireInteger('retries', retries, 0, Number.MAX_SAFE_INTEGER)
  if (key !== undefined && typeof key !== 'string' && typeof key !== 'number')
    throw new TypeError(`Cannot run a task with key ${shown(key)}: use a string or a number`)
  if (priority !== undefined && !Number.isFinite(priority))
    throw new TypeError(`Cannot run a task with priority ${shown(priority)}: use a finite number`)
}

function requireName(name: unknown): void {
  if (typeof name !== 'string')
    throw new TypeError(`Cannot run a function by the name ${shown(name)}: use the name of an export, a string`)
}

/** Throws for an option that is no integer of a range. */
export function requireInteger(key: string, value: unknown, least: number, most: number): void {
  if (typeof value !== 'number') throw new TypeError(`Cannot use ${key} ${shown(value)}: use a number from ${least}`)
  if (!(Number.isInteger(value) && value >= least && value <= most))
    throw new RangeError(`Cannot use ${key} ${value}: use an integer from ${least} to ${most}`)
}

/** Throws for an option that is no time in milliseconds. */
export function requireNumber(key: string, value: unknown, least: number): void {
  if (typeof value !== 'number') throw new TypeError(`Cannot use ${key} ${shown(value)}: use milliseconds, a number`)
  if (!(value >= least)) throw new RangeError(`Cannot use ${key} ${value}: use milliseconds from ${least}`)
}
