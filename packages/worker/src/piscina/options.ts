/** Piscina's options: what may be chosen, and what is chosen where nothing is said. */

import { availableParallelism } from 'node:os'
import type { WorkerOptions } from 'node:worker_threads'
import { isTaskQueue, type TaskQueue } from './queues.ts'

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
  /** Nothing follows from it. */
  niceIncrement?: number | undefined
  trackUnmanagedFds?: boolean | undefined
  closeTimeout?: number | undefined
  recordTiming?: boolean | undefined
  /** Tasks begin in the order of the calls: no worker gets a task ahead of time. */
  stricterFIFO?: boolean | undefined
  /** Nothing follows from it. */
  loadBalancer?: ((...parameters: any[]) => unknown) | undefined
  /** Nothing follows from it. */
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
  closeTimeout: number
  recordTiming: boolean
}

const CLOSE_TIMEOUT_MS = 30_000
const MORE_THREADS = 1.5

/** Throws as Piscina does. */
export function filledOptions(options: Options): FilledOptions {
  requireOptions(options)
  const parallelism = availableParallelism()
  const minThreads = options.minThreads ?? Math.min(parallelism, options.maxThreads ?? Infinity)
  const maxThreads = options.maxThreads ?? Math.max(Math.ceil(parallelism * MORE_THREADS), minThreads)
  const { maxQueue = Infinity } = options
  return {
    idleTimeout: 0,
    concurrentTasksPerWorker: 1,
    closeTimeout: CLOSE_TIMEOUT_MS,
    recordTiming: true,
    ...withoutUndefined(options),
    filename: options.filename ?? null,
    name: options.name ?? 'default',
    minThreads,
    maxThreads,
    maxQueue: maxQueue === 'auto' ? maxThreads ** 2 : maxQueue,
  }
}

function requireOptions(options: Options): void {
  const { filename, name, minThreads, maxThreads, idleTimeout, maxQueue, concurrentTasksPerWorker } = options
  const { atomics, resourceLimits, taskQueue, closeTimeout } = options
  requireIs(
    filename === undefined || filename === null || typeof filename === 'string',
    'filename must be a string or null',
  )
  requireIs(name === undefined || name === null || typeof name === 'string', 'name must be a string or null')
  requireIs(isFrom(minThreads, 0), 'minThreads must be a non-negative integer')
  requireIs(isFrom(maxThreads, 1), 'maxThreads must be a positive integer')
  if (minThreads !== undefined && maxThreads !== undefined && minThreads > maxThreads)
    throw new RangeError('options.minThreads and options.maxThreads must not conflict')
  requireIs(isFrom(idleTimeout, 0), 'idleTimeout must be a non-negative integer')
  requireIs(maxQueue === 'auto' || isFrom(maxQueue, 0), 'maxQueue must be a non-negative integer')
  requireIs(isFrom(concurrentTasksPerWorker, 1), 'concurrentTasksPerWorker must be a positive integer')
  const isKnown = atomics === undefined || ['sync', 'async', 'disabled'].includes(atomics)
  requireIs(isKnown, 'atomics should be a value of sync, sync or disabled.')
  const areLimits = resourceLimits === undefined || (typeof resourceLimits === 'object' && resourceLimits !== null)
  requireIs(areLimits, 'resourceLimits must be an object')
  requireIs(taskQueue === undefined || isTaskQueue(taskQueue), 'taskQueue must be a TaskQueue object')
  requireIs(isFrom(closeTimeout, 0), 'closeTimeout must be a non-negative integer')
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
