/** One clock for all threads. */

interface Performance {
  readonly timeOrigin?: number
  now(): number
}

// An audio worklet has none: there, times are those of the system's clock.
const performance = (globalThis as { readonly performance?: Performance }).performance
const origin = performance?.timeOrigin ?? 0

/** Milliseconds since 1970 on a monotonic clock that every thread of the program shares. */
export function sharedNow(): number {
  return performance === undefined ? Date.now() : origin + performance.now()
}

/** The same moment on this thread's `performance.now()`. */
export function toLocal(sharedTime: number): number {
  return sharedTime - origin
}

/** This thread's `performance.now()`. */
export function localNow(): number {
  return toLocal(sharedNow())
}
