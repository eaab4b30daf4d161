/** A pool of Web Workers whose tasks go over shared memory, or by native messages where there is none. */

import { requireOptions, shown } from '@slipring/core'
import {
  Pool as AnyPool,
  type PoolOptions as AnyPoolOptions,
  poolLimitsOf,
  type PoolThread,
  type Setup,
  type ThreadEvents,
} from '@slipring/core/pool'
import { browserHost } from './browser-host.ts'
import { connect } from './connect.ts'
import { hasSharedMemory } from './isolation.ts'
import { LOAD_REMEDY } from './load-failure.ts'

/** Where the browser does not tell how many threads it can run at once. */
const SOME_THREADS = 4

export interface PoolOptions extends AnyPoolOptions {
  /**
   * Makes one worker, whose script calls `serve` in its first task. It is a function because bundlers find a worker's script by
   * the words `new Worker(new URL('./tasks.js', import.meta.url), { type: 'module' })`.
   */
  worker: () => globalThis.Worker
}

/**
 * Workers that run functions. `Tasks` is the type of the object that their script gives to `serve`, or of a module with these
 * functions. Throws `TypeError` or `RangeError` for options that are not valid.
 */
export class Pool<Tasks = any> extends AnyPool<Tasks> {
  constructor(options: PoolOptions) {
    requireOptions('make a pool', options, '{ worker: () => new Worker(url) }')
    const limits = poolLimitsOf(options, ['worker'], navigator.hardwareConcurrency || SOME_THREADS)
    if (limits.recycleHeapBytes !== undefined)
      throw new TypeError('Cannot recycle workers by heapBytes on a page, which does not tell: use { tasks }')
    const { worker } = options
    if (typeof worker !== 'function')
      throw new TypeError(`Cannot make a pool of worker ${shown(worker)}: use a function that makes a Worker`)
    const platform = {
      host: browserHost,
      isShared: hasSharedMemory,
      moduleName: "the worker's script",
      start: (setup: Setup, events: ThreadEvents) => startPoolThread(worker(), setup, events),
      // A page stays without it.
      hold: () => {},
    }
    super(platform, limits)
  }
}

function startPoolThread(worker: globalThis.Worker, setup: Setup, events: ThreadEvents): PoolThread {
  let failure: unknown
  let isReady = false
  const terminate = (): void => {
    worker.terminate()
    port.close()
  }
  worker.addEventListener('error', (event) => {
    // Once it serves, an exception outside of a task ends no worker: the browser reports it as any other.
    if (isReady) return
    failure = event.error ?? event.message ?? LOAD_REMEDY
    terminate()
  })
  // After that listener: the port's end would be told before the reason.
  const port = connect(worker)
  port.addEventListener('message', ({ data }) => {
    isReady = true
    events.onMessage(data)
  })
  port.addEventListener('messageerror', ({ data }) => events.onUnreadable(data))
  port.start()
  port.postMessage(setup)
  void port.closed.then(({ error }) => {
    // The thread may have ended itself: then this does nothing.
    worker.terminate()
    events.onEnd({ exitCode: undefined, error: failure ?? error })
  })
  return {
    threadId: undefined,
    postMessage: (message, transfer) => port.postMessage(message, transfer),
    terminate,
  }
}
