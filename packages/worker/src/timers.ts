/**
 * The platform's timers, taken once. A test may put others in their place, before or after, to turn the clock by itself. It
 * means its own timers: messages still come.
 */

import type * as namespace from 'node:timers'

// Not imported: an import would load those of promises as well, and `fs` with them.
const timers: typeof namespace =
  (process as Partial<NodeJS.Process>).getBuiltinModule?.('node:timers') ?? (globalThis as unknown as typeof namespace)
export const clearTimeout: typeof namespace.clearTimeout = timers.clearTimeout
export const setImmediate: typeof namespace.setImmediate = timers.setImmediate
export const setInterval: typeof namespace.setInterval = timers.setInterval
export const setTimeout: typeof namespace.setTimeout = timers.setTimeout
export const queueMicrotask: typeof globalThis.queueMicrotask = globalThis.queueMicrotask
export const nextTick: typeof process.nextTick = process.nextTick.bind(process)
/** In the same task, after all that its promises lead to. */
export const afterMicrotasks = (callback: () => void): void => queueMicrotask(() => nextTick(callback))

const hrtime = process.hrtime

/** Milliseconds of a monotonic clock. Not `performance.now`, whose module takes 5 ms to load in each thread. */
export const now = (): number => {
  const [seconds, nanoseconds] = hrtime()
  return seconds * 1e3 + nanoseconds / 1e6
}
