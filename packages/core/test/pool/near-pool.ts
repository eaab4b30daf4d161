/** A pool whose workers are in the thread of the test: as quick as promises, and they die when the test says so. */

import { onTestFinished } from 'vitest'
import { Pool, poolLimitsOf, type PoolOptions, type PoolTrace, Server } from '@slipring/core/pool'
import { Claims } from '../../src/pool/claims.ts'

// A thread that is dead takes no task. Here its code goes on.
const deadWords = new WeakSet<Int32Array>()
const { take } = Claims.prototype
Claims.prototype.take = function (number) {
  return !deadWords.has(this.words) && take.call(this, number)
}

/** The face of a worker for a test. */
export interface NearWorker {
  readonly id: number
  /** Messages to it that it has not read, and others that it will not read. */
  isDead: boolean
  /** As a crash: the pool learns it a moment later. */
  die(exitCode?: number, error?: unknown): void
}

export interface NearOptions extends PoolOptions {
  /** Bytes of each worker's heap. */
  heapOf?: (worker: NearWorker) => number
  trace?: PoolTrace
  /** Throws for a worker that cannot be started. */
  beforeStart?: (id: number) => void
  isShared?: boolean
}

export interface Near {
  readonly pool: Pool
  /** All that were ever started. */
  readonly workers: NearWorker[]
  /** Those that have not ended. */
  readonly living: () => NearWorker[]
  /** Whether the process would be held. */
  readonly isHeld: () => boolean
}

/** `moduleOf`: what the worker loads; it may wait or throw. */
export function nearPool(moduleOf: (worker: NearWorker) => unknown, options: NearOptions = {}): Near {
  const { heapOf, trace, beforeStart, isShared = true, ...given } = options
  const workers: NearWorker[] = []
  const ended = new Set<NearWorker>()
  let isHeld = false
  const pool = new Pool(
    {
      host: { now: () => performance.now(), later },
      isShared,
      moduleName: 'the near module',
      ...(trace && { trace }),
      hold: (held) => (isHeld = held),
      start: (setup, events) => {
        beforeStart?.(setup.workerId)
        const worker: NearWorker = { id: setup.workerId, isDead: false, die }
        workers.push(worker)
        const toPool = (message: unknown): void => {
          if (worker.isDead) return
          const copy = structuredClone(message)
          soon(() => ended.has(worker) || events.onMessage(copy as never))
        }
        const words = setup.claims && new Int32Array(setup.claims.buffer)
        const server = new Server(
          { postMessage: toPool },
          { ...structuredClone({ ...setup, claims: undefined }), claims: words },
          { now: () => performance.now(), nextTask: setImmediate, hasOneCore: true },
          undefined,
          heapOf && (() => heapOf(worker)),
        )
        let isLoaded = false
        let onNext: ((message: unknown) => void) | undefined
        const next = (): Promise<unknown> =>
          new Promise((resolve) => {
            onNext = (message) => {
              onNext = undefined
              resolve(message)
            }
            if (early.length > 0) onNext(early.shift())
          })
        const early: unknown[] = []
        const read = (message: unknown): void => {
          if (worker.isDead) return
          if (onNext !== undefined) onNext(message)
          else if (isLoaded) server.onMessage(message as never)
          else early.push(message)
        }
        const load = async (): Promise<void> => {
          try {
            await server.loaded((await moduleOf(worker)) as object, next)
          } catch (error) {
            return server.notLoaded(error)
          }
          isLoaded = true
          early.forEach(read)
        }
        soon(() => void load())
        function die(exitCode = 1, error?: unknown): void {
          if (worker.isDead) return
          worker.isDead = true
          if (words !== undefined) deadWords.add(words)
          soon(() => {
            ended.add(worker)
            events.onEnd({ exitCode, error })
          })
        }
        return {
          threadId: 1000 + worker.id,
          postMessage: (message) => {
            const copy = structuredClone(message)
            soon(() => read(copy))
          },
          terminate: () => die(0),
        }
      },
    },
    poolLimitsOf({ maxThreads: 1, ...given }, [], 2),
  )
  onTestFinished(() => pool.destroy().catch(() => {}))
  return { pool, workers, living: () => workers.filter((worker) => !ended.has(worker)), isHeld: () => isHeld }
}

/** In order, each in a task of its own. */
function soon(callback: () => unknown): void {
  setImmediate(callback)
}

function later(callback: () => void, ms: number): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
