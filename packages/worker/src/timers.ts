/**
 * The platform's timers as they were when this module was loaded. A test that puts others in their place, to turn the clock
 * by itself, means its own timers: messages still come.
 */

const platform: typeof globalThis = globalThis

export const clearTimeout: typeof platform.clearTimeout = platform.clearTimeout
export const queueMicrotask: typeof platform.queueMicrotask = platform.queueMicrotask
export const setImmediate: typeof platform.setImmediate = platform.setImmediate
export const setTimeout: typeof platform.setTimeout = platform.setTimeout
export const nextTick: typeof process.nextTick = process.nextTick.bind(process)
/** In the same task, after all that its promises lead to. */
export const afterMicrotasks = (callback: () => void): void => queueMicrotask(() => nextTick(callback))
export const now: () => number = performance.now.bind(performance)
