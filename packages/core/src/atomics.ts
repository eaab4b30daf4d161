/**
 * The one door to `Atomics`. Every access to a shared control word goes through here, on an `Int32Array` over a
 * `SharedArrayBuffer`, and carries an `// ORDER:` line at its call site that names its partner.
 */

type Words = Int32Array

/** The result of `Atomics.waitAsync`. `async` is false when the value had already changed. */
export type WaitAsyncResult =
  | { readonly async: false; readonly value: 'not-equal' | 'timed-out' }
  | { readonly async: true; readonly value: Promise<'ok' | 'timed-out'> }

interface AtomicsOfToday {
  pause?: () => void
  waitAsync?: (words: Words, index: number, value: number) => WaitAsyncResult
}

const platform = Atomics as typeof Atomics & AtomicsOfToday

export const load: (words: Words, index: number) => number = Atomics.load
export const store: (words: Words, index: number, value: number) => number = Atomics.store
export const exchange: (words: Words, index: number, value: number) => number = Atomics.exchange
export const compareExchange: (words: Words, index: number, expected: number, value: number) => number =
  Atomics.compareExchange

/** Parks the thread until notified, the value differs, or `timeoutMs` has passed. Throws where a thread may not block. */
export const wait: (
  words: Words,
  index: number,
  value: number,
  timeoutMs?: number,
) => 'ok' | 'not-equal' | 'timed-out' = Atomics.wait

/** Wakes every waiter on the word, sync and async: a dead or stale one may be first in the engine's list. */
export const notify: (words: Words, index: number) => number = (words, index) => Atomics.notify(words, index)

/** `Atomics.waitAsync` where the engine has it. Without a timeout: in a WebKit worker a timeout never fires. */
export const waitAsync: ((words: Words, index: number, value: number) => WaitAsyncResult) | undefined =
  platform.waitAsync === undefined ? undefined : (words, index, value) => platform.waitAsync!(words, index, value)

/** A hint that this is a spin loop; nothing where the engine lacks it (Node 20 and 22). */
export const pause: () => void = platform.pause ?? (() => {})

/**
 * Whether this thread may block in `wait`: a window, a worklet and a service worker may not. Tested, never guessed: on `words`
 * in shared memory, where the thread may have no class to make some.
 */
export function canBlock(words?: Words): boolean {
  try {
    wait(words ?? new Int32Array(new SharedArrayBuffer(4)), 0, 1, 0)
    return true
  } catch {
    return false
  }
}

/**
 * Milliseconds, for a time limit over several waits. Monotonic, where the platform has such a clock: not in an audio worklet.
 * Looked up only when it is needed: Node loads a module for it.
 */
export const now = (): number =>
  ((globalThis as { readonly performance?: { now(): number } }).performance ?? Date).now()

/** Blocks the thread for `ms` milliseconds: for the time before there is shared memory to park on. */
export function sleep(ms: number): void {
  wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
