/** The pools that are compared, each with its defaults but for the number of workers. */

import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { Pool } from '@slipring/worker'
import { Piscina as OurPiscina } from '@slipring/worker/piscina'
import { type Remote, wrap } from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs'
import { Piscina } from 'piscina'
import { FixedThreadPool } from 'poolifier'
import { Pool as ThreadsPool, spawn, Worker as ThreadsWorker } from 'threads'
import { Tinypool } from 'tinypool'
import workerpool from 'workerpool'
import { natsSystems } from '../nats/systems.ts'
import type { Call, OpenPool, PoolSystem } from './pool.ts'

type Functions = Record<Call, (task: unknown) => unknown>

const script = (name: string): URL => new URL(`./workers/${name}.mjs`, import.meta.url)
const filename = script('tasks').href

type Waits = 'sync' | 'async' | 'disabled'

const openPiscina = (atomics: Waits) => (threads: number) =>
  ofPiscina(new Piscina({ filename, atomics, minThreads: threads, maxThreads: threads }))

const piscina = (atomics: Waits): PoolSystem => ({ name: `Piscina, ${atomics}`, open: openPiscina(atomics) })

const registered = (atomics: Waits): PoolSystem => ({
  name: `Piscina registered, ${atomics}`,
  preload: '@slipring/worker/register',
  open: openPiscina(atomics),
})

export const poolSystems: readonly PoolSystem[] = [
  piscina('sync'),
  piscina('async'),
  piscina('disabled'),
  {
    name: 'tinypool',
    open: (threads) =>
      ofPiscina(new Tinypool({ filename, minThreads: threads, maxThreads: threads, runtime: 'worker_threads' })),
  },
  {
    name: 'poolifier',
    open: (threads) => {
      const pool = new FixedThreadPool(threads, fileURLToPath(script('poolifier')))
      return { run: (task, call) => pool.execute(task, call), close: () => Promise.race([pool.destroy(), later()]) }
    },
  },
  {
    name: 'workerpool',
    open: (threads) => {
      const size = { minWorkers: threads, maxWorkers: threads }
      const pool = workerpool.pool(fileURLToPath(script('workerpool')), { ...size, workerType: 'thread' })
      // Its promises are of a class of its own.
      return { run: async (task, call) => await pool.exec(call, [task]), close: async () => await pool.terminate(true) }
    },
  },
  {
    name: 'Comlink',
    // It is no pool: its workers take turns.
    open: (threads) => {
      const workers = Array.from({ length: threads }, () => new Worker(script('comlink')))
      const remotes = workers.map((worker) => wrap(nodeEndpoint(worker)) as Remote<Functions>)
      let next = 0
      return {
        run: (task, call) => {
          next = next + 1 === threads ? 0 : next + 1
          return Promise.resolve(remotes[next]![call](task))
        },
        close: () => Promise.all(workers.map((worker) => worker.terminate())),
      }
    },
  },
  {
    name: 'threads.js',
    open: (threads) => {
      const pool = ThreadsPool(startThread, { size: threads })
      return {
        run: async (task, call) => await pool.queue((thread) => thread[call](task)),
        close: () => pool.terminate(true),
      }
    },
  },
  registered('sync'),
  registered('disabled'),
  {
    name: '@slipring/worker/piscina',
    open: (threads) => ofPiscina(new OurPiscina({ filename, minThreads: threads, maxThreads: threads })),
  },
  {
    name: 'Pool',
    open: (threads) => ofPiscina(new Pool({ filename, minThreads: threads, maxThreads: threads })),
  },
]

export function poolNamed(name: string): PoolSystem {
  const system = [...poolSystems, ...natsSystems].find((candidate) => candidate.name === name)
  if (system === undefined) throw new Error(`No pool is named ${name}`)
  return system
}

/** Now and then poolifier's destroy() never resolves; the process of its cell ends then all the same. */
function later(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1000))
}

/** Of threads.js, which takes a path from the file that calls it. */
function startThread(): Promise<Functions> {
  return spawn<Functions>(new ThreadsWorker('./workers/threads.mjs'))
}

interface PoolLikePiscina {
  run(task: unknown, options?: { name: string }): Promise<unknown>
  destroy(): Promise<unknown>
}

/** Of workers whose default export is the echo. */
function ofPiscina(pool: PoolLikePiscina): OpenPool {
  return {
    run: (task, call) => (call === 'echo' ? pool.run(task) : pool.run(task, { name: call })),
    close: () => pool.destroy(),
  }
}
