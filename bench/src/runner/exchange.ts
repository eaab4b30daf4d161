/** `exchange`: what two threads do together, such as a round trip of a message, whatever carries it. */

import type { MessagePort, Worker } from 'node:worker_threads'
import { parentPort, startPeer } from '#peer'
import type { Definition } from './case.ts'
import type { Counters } from './preparation.ts'
import { operationsOf, type Timing, timingOf } from './timing.ts'

type Run = (() => unknown) | Counted

/** A function to measure, and its counters. */
export interface Counted {
  run: () => unknown
  /** Counters that only grow, such as `port.stats()`: the report has by how much each grows in an operation. */
  stats: () => Readonly<object>
}

export interface ExchangeOptions extends Timing {
  /** Called once in the thread that measures. Gives the function that is measured, such as one round trip, perhaps with counters. */
  main: (worker: Worker, args: Record<string, any>) => Run | Promise<Run>
  /** Called once in the worker. */
  worker: (parentPort: MessagePort, args: Record<string, any>) => unknown
  /** Called in the thread that measures before the worker is terminated. */
  teardown?: (() => unknown) | undefined
}

export function exchangeDefinition(name: string, options: ExchangeOptions): Definition {
  for (const part of ['main', 'worker'] as const)
    if (typeof options?.[part] !== 'function')
      throw new TypeError(`Cannot run ${name}: its ${part} is ${typeof options?.[part]}, a function is expected`)
  const { main, worker: beside, teardown } = options
  const operations = operationsOf(name, options)
  return {
    async prepare(args, place) {
      const { worker, ready, failed } = startPeer(place, undefined)
      // The start barrier: nothing is measured before both are ready. Each may need the other for that.
      const [given] = await Promise.race([failed, Promise.all([main(worker, args), ready])])
      const { run, stats } = typeof given === 'function' ? { run: given, stats: undefined } : { ...given }
      if (typeof run !== 'function')
        throw new TypeError(`Its main gave ${typeof given}: the function to measure is expected, or { run, stats }`)
      return {
        run,
        stats: stats === undefined ? undefined : () => numbersIn(stats()),
        operations,
        failed,
        async teardown() {
          await teardown?.()
          await worker.terminate()
        },
      }
    },
    beside: (args) => beside(parentPort!, args),
    ...timingOf(name, options),
  }
}

function numbersIn(counted: object): Counters {
  return Object.fromEntries(
    Object.entries(counted).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  )
}
