/**
 * The platform's timers, also where a test has put others in the place of the global ones, to turn the clock by itself, or
 * does so later. It means its own timers: messages still come.
 */

import { performance } from 'node:perf_hooks'

export { clearTimeout, setImmediate, setInterval, setTimeout } from 'node:timers'
export const queueMicrotask: typeof globalThis.queueMicrotask = globalThis.queueMicrotask
export const nextTick: typeof process.nextTick = process.nextTick.bind(process)
/** In the same task, after all that its promises lead to. */
export const afterMicrotasks = (callback: () => void): void => queueMicrotask(() => nextTick(callback))
export const now: () => number = performance.now.bind(performance)
