/**
 * The platform's timers, taken once. A test may put others in their place, before or after, to turn the clock by itself. It
 * means its own timers: messages still come.
 */

import { performance } from 'node:perf_hooks'
import * as namespace from 'node:timers'

// As a value: where only names of a namespace are used, webpack makes imports of those names.
const timers: typeof namespace = { ...namespace }

export const clearTimeout: typeof namespace.clearTimeout = timers.clearTimeout
export const setImmediate: typeof namespace.setImmediate = timers.setImmediate
export const setInterval: typeof namespace.setInterval = timers.setInterval
export const setTimeout: typeof namespace.setTimeout = timers.setTimeout
export const queueMicrotask: typeof globalThis.queueMicrotask = globalThis.queueMicrotask
export const nextTick: typeof process.nextTick = process.nextTick.bind(process)
/** In the same task, after all that its promises lead to. */
export const afterMicrotasks = (callback: () => void): void => queueMicrotask(() => nextTick(callback))
export const now: () => number = performance.now.bind(performance)
