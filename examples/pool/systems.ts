/** The pools that can do the job. */

import { Pool } from '@slipring/worker'
import { Piscina as OurPiscina } from '@slipring/worker/piscina'
import { Piscina } from 'piscina'
import type { Run } from './job.ts'

export interface System {
  readonly name: string
  open(threads: number): { readonly run: Run; close(): Promise<unknown> }
}

const filename = new URL('tasks.ts', import.meta.url).href

export const SYSTEMS: readonly System[] = [
  {
    name: 'piscina',
    open(threads) {
      const pool = new Piscina({ filename, minThreads: threads, maxThreads: threads })
      return { run: (task, name) => pool.run(task, { name }), close: () => pool.close() }
    },
  },
  {
    name: '@slipring/worker/piscina',
    open(threads) {
      const pool = new OurPiscina({ filename, minThreads: threads, maxThreads: threads })
      return { run: (task, name) => pool.run(task, { name }), close: () => pool.close() }
    },
  },
  {
    name: 'pool',
    open(threads) {
      const pool = new Pool({ filename, minThreads: threads, maxThreads: threads })
      return { run: (task, name) => pool.run(task, { name }), close: () => pool.close() }
    },
  },
]
