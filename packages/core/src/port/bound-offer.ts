/** An offer for one thread only: what a thread leaves for the one it starts may be inherited by others. */

import { load, sleep, store } from '../atomics.ts'

/** For whoever finds it: where threads have no numbers that both sides know. */
export const ANY_THREAD = -1
const NOT_YET = 0
/** The thread is told of as soon as it is made, which is before its first line runs unless the scheduler held us up. */
const PATIENCE_MS = 5000

export interface BoundOffer {
  readonly offer: unknown
  /** The number of the thread that it is for, in shared memory. */
  readonly thread: Int32Array
}

/** An offer for a thread that is not made yet. */
export function boundOffer(offer: object): BoundOffer {
  return { offer, thread: new Int32Array(new SharedArrayBuffer(4)) }
}

/** It is for the thread with this number, which is not 0. */
export function bindTo({ thread }: BoundOffer, threadId: number): void {
  // ORDER: once, after the thread was made; pairs with the load in offerFor.
  store(thread, 0, threadId)
}

/** The offer, if it is for the thread that asks; undefined when it was left for another. */
export function offerFor({ offer, thread }: BoundOffer, threadId: number): unknown {
  for (let waited = 0; waited < PATIENCE_MS; waited++) {
    // ORDER: pairs with the store in bindTo.
    const bound = load(thread, 0)
    if (bound !== NOT_YET) return bound === ANY_THREAD || bound === threadId ? offer : undefined
    sleep(1)
  }
  return undefined
}
