/** The pools that are compared, each with its defaults but for the number of workers. */

import { Pool } from '@slipring/worker'
import { Piscina as OurPiscina } from '@slipring/worker/piscina'
import { Piscina } from 'piscina'
import { Tinypool } from 'tinypool'

interface OpenPool {
  run(task: unknown, name: string | undefined): Promise<unknown>
  close(): Promise<unknown>
}

export interface PoolSystem {
  readonly name: string
  readonly open: (threads: number) => OpenPool
}

const filename = new URL('./tasks.worker.mjs', import.meta.url).href

function piscina(atomics: 'sync' | 'async' | 'disabled'): PoolSystem {
  return {
    name: `Piscina, ${atomics}`,
    open: (threads) => {
      const pool = new Piscina({ filename, atomics, minThreads: threads, maxThreads: threads })
      return { run: (task, name) => pool.run(task, optionsOf(name)), close: () => pool.destroy() }
    },
  }
}

/** The first is what the others are compared with. */
export const POOL_SYSTEMS: readonly PoolSystem[] = [
  piscina('sync'),
  piscina('async'),
  piscina('disabled'),
  {
    name: 'tinypool',
    open: (threads) => {
      const pool = new Tinypool({ filename, minThreads: threads, maxThreads: threads, runtime: 'worker_threads' })
      return { run: (task, name) => pool.run(task, optionsOf(name)), close: () => pool.destroy() }
    },
  },
  {
    name: '@slipring/worker/piscina',
    open: (threads) => {
      const pool = new OurPiscina({ filename, minThreads: threads, maxThreads: threads })
      return { run: (task, name) => pool.run(task, optionsOf(name)), close: () => pool.destroy() }
    },
  },
  {
    name: 'Pool',
    open: (threads) => {
      const pool = new Pool({ filename, minThreads: threads, maxThreads: threads })
      return { run: (task, name) => pool.run(task, optionsOf(name)), close: () => pool.destroy() }
    },
  },
]

function optionsOf(name: string | undefined): { name: string } | undefined {
  return name === undefined ? undefined : { name }
}
