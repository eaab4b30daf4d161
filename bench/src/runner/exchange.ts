/** `exchange`: what two threads do together, such as a round trip of a message, whatever carries it. */

import type { MessagePort, Worker } from 'node:worker_threads'
import { parentPort, startPeer } from '#peer'
import type { Definition } from './case.ts'
import { operationsOf, type Timing, timingOf } from './timing.ts'

export interface ExchangeOptions extends Timing {
  /** Called once in the thread that measures. Gives the function that is measured, such as one round trip. */
  main: (worker: Worker, args: Record<string, any>) => (() => unknown) | Promise<() => unknown>
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
      const [run] = await Promise.race([failed, Promise.all([main(worker, args), ready])])
      if (typeof run !== 'function')
        throw new TypeError(`Its main gave ${typeof run}: the function to measure is expected`)
      return {
        run,
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
