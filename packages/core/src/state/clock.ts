/** One clock for all threads. */

interface Performance {
  readonly timeOrigin?: number
  now(): number
}

// An audio worklet has none: there, times are those of the system's clock. Looked up once it is needed: Node loads a module for it.
let clock: Performance | undefined

function find(): Performance {
  return (clock ??= (globalThis as { readonly performance?: Performance }).performance ?? Date)
}

/** Milliseconds since 1970 on a monotonic clock that every thread of the program shares. */
export function sharedNow(): number {
  const { timeOrigin = 0 } = find()
  return timeOrigin + find().now()
}

/** The same moment on this thread's `performance.now()`. */
export function toLocal(sharedTime: number): number {
  return sharedTime - (find().timeOrigin ?? 0)
}

/** This thread's `performance.now()`. */
export function localNow(): number {
  return toLocal(sharedNow())
}
