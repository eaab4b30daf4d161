/** The pools that can do the job. */

import { Pool } from '@slipring/worker'
import { Piscina as OurPiscina } from '@slipring/worker/piscina'
import { Piscina } from 'piscina'
import { type Report, type Run, runJob } from './job.ts'
import { openRegistered } from './registered.ts'

/** One time the whole job. */
export interface Round {
  readonly report: Report
  readonly ms: number
}

export interface OpenSystem {
  /** `onDone` is called with a number of tasks that are done. */
  round(onDone: (tasks: number) => void): Promise<Round>
  close(): Promise<unknown>
}

export interface System {
  readonly name: string
  open(threads: number): OpenSystem
}

const filename = new URL('tasks.ts', import.meta.url).href

export const SYSTEMS: readonly System[] = [
  { name: 'piscina', open: (threads) => openHere(new Piscina(optionsFor(threads))) },
  { name: 'piscina registered', open: openRegistered },
  { name: '@slipring/worker/piscina', open: (threads) => openHere(new OurPiscina(optionsFor(threads))) },
  { name: 'pool', open: (threads) => openHere(new Pool(optionsFor(threads))) },
]

export function systemNamed(name: string): System {
  const found = SYSTEMS.find((system) => system.name === name)
  if (found === undefined)
    throw new RangeError(`Unknown system ${name}: use ${SYSTEMS.map((system) => system.name).join(', ')}`)
  return found
}

function optionsFor(threads: number): { filename: string; minThreads: number; maxThreads: number } {
  return { filename, minThreads: threads, maxThreads: threads }
}

function openHere(pool: {
  run(task: unknown, options: { readonly name: string }): Promise<unknown>
  close(): Promise<unknown>
}): OpenSystem {
  const run: Run = (task, name) => pool.run(task, { name })
  return {
    async round(onDone) {
      const since = performance.now()
      const report = await runJob(run, () => onDone(1))
      return { report, ms: performance.now() - since }
    },
    close: () => pool.close(),
  }
}
