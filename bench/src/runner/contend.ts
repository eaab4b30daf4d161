/** `contend`: several threads that do the same at once, such as taking one lock. */

import { startPeer } from '#peer'
import type { Definition } from './case.ts'
import { Contention, type ContentionTask, joinContention } from './contention.ts'
import { type Timing, timingOf } from './timing.ts'

export interface ContendOptions<Shared> extends Omit<Timing, 'operations'> {
  /** How many threads. Default: 2. */
  threads?: number | undefined
  /** Makes what the threads share, once: shared memory, or anything else that can be cloned. */
  setup?: ((args: Record<string, any>) => Shared | Promise<Shared>) | undefined
  /** Called again and again in each thread; `index` is 0 in the first. May block, and may not be async. */
  run: (shared: Shared, index: number) => unknown
  /** Called at the end with the number of all calls: throws where the threads have come to a wrong result. */
  teardown?: ((shared: Shared, calls: number) => unknown) | undefined
}

const MOST_THREADS = 1024

export function contendDefinition<Shared>(name: string, options: ContendOptions<Shared>): Definition {
  if (typeof options?.run !== 'function')
    throw new TypeError(`Cannot run ${name}: its run is ${typeof options?.run}, a function is expected`)
  const { threads = 2, setup, run, teardown } = options
  if (!Number.isSafeInteger(threads) || threads < 1 || threads > MOST_THREADS)
    throw new RangeError(
      `Cannot run ${name}: threads is ${threads}, a whole number from 1 to ${MOST_THREADS} is expected`,
    )
  return {
    async prepare(args, place) {
      const shared = (await setup?.(args)) as Shared
      const contention = new Contention(threads)
      const peers = Array.from({ length: threads }, (_, index) =>
        startPeer(place, { shared, index, words: contention.words } satisfies ContentionTask),
      )
      const failed = Promise.race(peers.map((peer) => peer.failed))
      failed.catch(() => {})
      await Promise.race([failed, Promise.all(peers.map(({ ready }) => ready))])
      const callsOfEach = await Promise.race([failed, contention.findCalls()])
      return {
        run: () => contention.run(callsOfEach),
        isSelfTimed: true,
        operations: callsOfEach * threads,
        failed,
        async teardown() {
          contention.end()
          await Promise.all(peers.map(({ worker }) => worker.terminate()))
          await teardown?.(shared, contention.calls)
        },
      }
    },
    beside: (_, task) => joinContention(task as ContentionTask, run as (shared: unknown, index: number) => unknown),
    ...timingOf(name, options),
  }
}
