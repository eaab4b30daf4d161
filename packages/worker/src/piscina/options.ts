/** Piscina's options: what may be chosen, and what is chosen where nothing is said. */

import { availableParallelism } from 'node:os'
import type { WorkerOptions } from 'node:worker_threads'
import { isTaskQueue, type TaskQueue } from './queues.ts'
import { isNoText, ownOf, pathOf } from './run-options.ts'
import type { PiscinaLoadBalancer } from './load-balancer.ts'

export interface Options {
  filename?: string | null | undefined
  name?: string | undefined
  minThreads?: number | undefined
  maxThreads?: number | undefined
  idleTimeout?: number | undefined
  maxQueue?: number | 'auto' | undefined
  concurrentTasksPerWorker?: number | undefined
  /** Nothing follows from it: rings wait in their own way. */
  atomics?: 'sync' | 'async' | 'disabled' | undefined
  resourceLimits?: WorkerOptions['resourceLimits']
  argv?: string[] | undefined
  execArgv?: string[] | undefined
  env?: WorkerOptions['env']
  workerData?: any
  taskQueue?: TaskQueue | undefined
  /** How much less of the processor the workers ask for. On Linux only. */
  niceIncrement?: number | undefined
  trackUnmanagedFds?: boolean | undefined
  closeTimeout?: number | undefined
  recordTiming?: boolean | undefined
  /** Tasks begin in the order of the calls: no worker gets a task ahead of time. */
  stricterFIFO?: boolean | undefined
  /** Places each task, and then no worker gets one ahead of time. */
  loadBalancer?: PiscinaLoadBalancer | undefined
  /** Load balancers see how long the tasks of a worker took. */
  workerHistogram?: boolean | undefined
}

export interface FilledOptions extends Options {
  filename: string | null
  name: string
  minThreads: number
  maxThreads: number
  idleTimeout: number
  maxQueue: number
  concurrentTasksPerWorker: number
  atomics: NonNullable<Options['atomics']>
  niceIncrement: number
  trackUnmanagedFds: boolean
  closeTimeout: number
  recordTiming: boolean
  stricterFIFO: boolean
  workerHistogram: boolean
}

const CLOSE_TIMEOUT_MS = 30_000
const MORE_THREADS = 1.5

/** Throws as Piscina does. */
export function filledOptions(given: Options): FilledOptions {
  const options = ownOf(given)
  requireOptions(options)
  const parallelism = availableParallelism()
  const minThreads = Math.min(
    options.minThreads ?? Math.max(Math.floor(parallelism / 2), 1),
    options.maxThreads ?? Infinity,
  )
  const maxThreads = options.maxThreads ?? Math.max(parallelism * MORE_THREADS, minThreads)
  const { filename, maxQueue = Infinity } = options
  return ownOf({
    idleTimeout: 0,
    concurrentTasksPerWorker: 1,
    atomics: 'sync',
    niceIncrement: 0,
    trackUnmanagedFds: true,
    closeTimeout: CLOSE_TIMEOUT_MS,
    recordTiming: true,
    stricterFIFO: false,
    workerHistogram: false,
    ...withoutUndefined(options),
    filename: filename ? pathOf(filename) : null,
    name: options.name ?? 'default',
    minThreads,
    maxThreads,
    maxQueue: maxQueue === 'auto' ? maxThreads ** 2 : maxQueue,
  })
}

function requireOptions(options: Options): void {
  const { filename, name, minThreads, maxThreads, idleTimeout, maxQueue, concurrentTasksPerWorker } = options
  const { atomics, resourceLimits, taskQueue, closeTimeout } = options
  requireIs(!isNoText(filename), 'filename must be a string or null')
  requireIs(!isNoText(name), 'name must be a string or null')
  requireIs(isFrom(minThreads, 0), 'minThreads must be a non-negative integer')
  requireIs(isFrom(maxThreads, 1), 'maxThreads must be a positive integer')
  if (minThreads !== undefined && maxThreads !== undefined && minThreads > maxThreads)
    throw new RangeError('options.minThreads and options.maxThreads must not conflict')
  requireIs(isFrom(idleTimeout, 0), 'idleTimeout must be a non-negative integer')
  requireIs(maxQueue === 'auto' || isFrom(maxQueue, 0), 'maxQueue must be a non-negative integer')
  requireIs(isFrom(concurrentTasksPerWorker, 1), 'concurrentTasksPerWorker must be a positive integer')
  const isKnown = atomics === undefined || atomics === null || ['sync', 'async', 'disabled'].includes(atomics)
  requireIs(isKnown, 'atomics should be a value of sync, sync or disabled.')
  const areLimits = resourceLimits === undefined || (typeof resourceLimits === 'object' && resourceLimits !== null)
  requireIs(areLimits, 'resourceLimits must be an object')
  requireIs(taskQueue === undefined || isTaskQueue(taskQueue), 'taskQueue must be a TaskQueue object')
  requireIs(isFrom(closeTimeout, 0), 'closeTimeout must be a non-negative integer')
  requireRest(options)
}

function requireRest(options: Options): void {
  const { niceIncrement, trackUnmanagedFds, loadBalancer, workerHistogram, stricterFIFO } = options
  // Windows has negative ones.
  const least = process.platform === 'win32' ? -Infinity : 0
  requireIs(isFrom(niceIncrement, least), 'niceIncrement must be a non-negative integer on Unix systems')
  requireIs(isFlag(trackUnmanagedFds), 'trackUnmanagedFds must be a boolean value')
  const isBalancer = loadBalancer === undefined || (typeof loadBalancer === 'function' && loadBalancer.length > 0)
  requireIs(isBalancer, 'loadBalancer must be a function with at least two args')
  requireIs(isFlag(workerHistogram), 'workerHistogram must be a boolean')
  requireIs(isFlag(stricterFIFO), 'stricterFIFO must be a boolean')
}

function isFlag(value: unknown): boolean {
  return value === undefined || typeof value === 'boolean'
}

function isFrom(value: unknown, least: number): boolean {
  return value === undefined || (typeof value === 'number' && value >= least)
}

function requireIs(isSo: boolean, rule: string): void {
  if (!isSo) throw new TypeError(`options.${rule}`)
}

function withoutUndefined(options: Options): Partial<FilledOptions> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}
