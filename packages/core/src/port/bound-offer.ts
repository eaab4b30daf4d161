/** An offer for one thread only: what a thread leaves for the one it starts may be inherited by others. */

import { load, store, wait } from '../atomics.ts'
import { canShare, createShared } from '../memory/shared.ts'

/** For whoever finds it: where threads have no numbers that both sides know. */
export const ANY_THREAD = -1
const NOT_YET = 0
/** How long a thread waits for its number. The maker stores it right after making the thread, usually before the thread's first line. */
const PATIENCE_MS = 5000

export interface BoundOffer {
  readonly offer: unknown
  /**
   * The number of the thread that it is for, in shared memory. Undefined where there is none: then the offer has no memory
   * either, and a thread that inherits it has a port like that under a native `Worker`.
   */
  readonly thread: Int32Array | undefined
}

/** An offer for a thread that is not made yet. */
export function boundOffer(offer: object): BoundOffer {
  return { offer, thread: canShare() ? new Int32Array(createShared('offer', 4)) : undefined }
}

/** It is for the thread with this number, which is not 0. */
export function bindTo({ thread }: BoundOffer, threadId: number): void {
  if (thread === undefined) return
  // ORDER: once, after the thread was made; pairs with the load in offerFor.
  store(thread, 0, threadId)
}

/** The offer, if it is for the thread that asks; undefined when it was left for another. */
export function offerFor({ offer, thread }: BoundOffer, threadId: number): unknown {
  if (thread === undefined) return offer
  for (let waited = 0; waited < PATIENCE_MS; waited++) {
    // ORDER: pairs with the store in bindTo.
    const bound = load(thread, 0)
    if (bound !== NOT_YET) return bound === ANY_THREAD || bound === threadId ? offer : undefined
    // ORDER: for a millisecond, as nobody notifies.
    wait(thread, 0, NOT_YET, 1)
  }
  return undefined
}
