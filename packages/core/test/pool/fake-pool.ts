/** A pool and a worker's server in one thread: whether memory is shared or not, each message counted. */

import { Pool, poolLimitsOf, type PoolOptions, Server } from '@slipring/core/pool'

/** `until`: what a worker waits for before it reads its messages. */
export function openFake(
  isShared: boolean,
  functions: object,
  options: PoolOptions = {},
  until: (workerId: number) => Promise<unknown> | undefined = () => undefined,
) {
  /** How many messages went to the worker, and came from it; and how many of them had no array. */
  const counts = { posted: 0, answered: 0, alone: 0, held: 0, ended: 0 }
  const timers = new Set<() => void>()
  const later = (callback: () => void) => {
    timers.add(callback)
    return () => timers.delete(callback)
  }
  const pool = new Pool(
    {
      host: { now: () => 0, later },
      isShared,
      moduleName: 'a fake',
      hold: (isHeld) => (counts.held += isHeld ? 1 : -1),
      start: (setup, events) => {
        const toPool = (message: unknown): void => {
          counts.answered++
          if (!Array.isArray(message)) counts.alone++
          const clone = structuredClone(message)
          setImmediate(() => events.onMessage(clone as never))
        }
        const server = new Server({ postMessage: toPool }, setup, {
          now: () => 0,
          nextTask: setImmediate,
          hasOneCore: true,
        })
        server.loaded(functions)
        return {
          threadId: undefined,
          postMessage: (message, transfer) => {
            counts.posted++
            if (!Array.isArray(message)) counts.alone++
            const clone = structuredClone(message, { transfer: [...((transfer ?? []) as Iterable<never>)] })
            const read = (): void => server.onMessage(clone as never)
            setImmediate(() => void (until(setup.workerId)?.then(read) ?? read()))
          },
          terminate: () => {
            counts.ended++
            setImmediate(() => events.onEnd({ exitCode: 1 }))
          },
        }
      },
    },
    poolLimitsOf({ idleTimeout: Infinity, maxThreads: 1, ...options }, [], 1),
  )
  return { pool, counts, timers }
}
