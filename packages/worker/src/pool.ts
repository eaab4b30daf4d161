/// <reference lib="esnext.disposable" preserve="true" />
/** A pool of `node:worker_threads` whose tasks go over shared memory. */

import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { WorkerOptions as NativeOptions } from 'node:worker_threads'
import { shown } from '@slipring/core'
import {
  Pool as AnyPool,
  type PoolOptions as AnyPoolOptions,
  poolLimitsOf,
  type PoolPlatform,
} from '@slipring/core/pool'
import { nodeHost } from './node-host.ts'
import { PoolHold } from './pool-hold.ts'
import { poolThreadsReady, startPoolThread } from './pool-thread.ts'
import { PoolTimes } from './pool-times.ts'
import { poolTrace } from './pool-trace.ts'

/** Options of the threads, as those of `node:worker_threads`. */
type ThreadOptions = Pick<
  NativeOptions,
  'argv' | 'env' | 'execArgv' | 'resourceLimits' | 'trackUnmanagedFds' | 'workerData'
>

export interface PoolOptions extends AnyPoolOptions, ThreadOptions {
  /** The worker's module: a URL, or a path from the current directory. An ES module, CommonJS, or TypeScript if Node runs it. */
  filename: string | URL
}

const THREAD_KEYS = [
  'argv',
  'env',
  'execArgv',
  'resourceLimits',
  'trackUnmanagedFds',
  'workerData',
] as const satisfies (keyof ThreadOptions)[]

/**
 * Workers that run functions of one module. `Module` is the type of that module, for the types of tasks and results. Throws
 * `TypeError` or `RangeError` for options that are not valid.
 */
export class Pool<Module = any> extends AnyPool<Module> {
  constructor(options: PoolOptions) {
    refuseStreams(options)
    const limits = poolLimitsOf(options, ['filename', ...THREAD_KEYS], availableParallelism())
    const filename = urlOf(options.filename)
    // The platform reads these through their prototype.
    const threadOptions: NativeOptions = Object.create(null)
    for (const key of THREAD_KEYS) if (Object.hasOwn(options, key)) threadOptions[key] = options[key] as never
    const hold = new PoolHold()
    const times = limits.isTimed ? new PoolTimes() : undefined
    super(
      {
        host: nodeHost,
        isShared: true,
        moduleName: filename,
        ...poolThreadsReady(),
        start: (setup, events) => startPoolThread({ ...setup, filename }, threadOptions, events),
        hold: (isHeld) => hold.set(isHeld),
        trace: poolTrace,
        ...(times && { onTimed: (wait, run) => times.add(wait, run), times: () => times.stats() }),
      } satisfies PoolPlatform,
      limits,
    )
  }
}

// A worker would write to a stream that nobody can read, and keep all of it in memory.
function refuseStreams(options: object | undefined): void {
  for (const key of ['stdin', 'stdout', 'stderr'] as const) {
    if ((options as NativeOptions | undefined)?.[key] === true)
      throw new TypeError(
        `Cannot make a pool with ${key}: true: nobody could reach this stream of a worker; ` +
          'leave it out, and workers print to the output of the process',
      )
  }
}

function urlOf(filename: unknown): string {
  if (filename instanceof URL) return filename.href
  if (typeof filename !== 'string')
    throw new TypeError(`Cannot make a pool of filename ${shown(filename)}: use a path or a URL of the worker's module`)
  // A letter alone is a drive of Windows.
  if (/^[a-z][a-z\d+.-]+:/i.test(filename)) return filename
  return pathToFileURL(resolve(filename)).href
}
