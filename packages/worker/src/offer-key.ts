/**
 * Where a `Worker` of ours leaves its offer for the new thread: in the environment data that a worker gets a copy of. It
 * is there before the worker's first line runs, and a worker that knows nothing of us never sees it. But the workers that such a
 * one starts get a copy too: so it says for which thread it is.
 */

import { type BoundOffer, offerFor, type ParentPortOptions } from '@slipring/core'
import { getEnvironmentData, setEnvironmentData, threadId } from './native.ts'

const OFFER_KEY = '@slipring/worker offer'

/** The worker's end, and how it is to be used. */
export interface LeftOffer {
  readonly offer: unknown
  readonly options: ParentPortOptions
  /** Of the ports in the worker's workerData that are ours. */
  readonly passports?: readonly unknown[] | undefined
}

/** Takes the offer, if there is one for this thread, so that its own workers do not inherit it. */
export function takeOffer(): LeftOffer | undefined {
  const left = getEnvironmentData(OFFER_KEY) as unknown as BoundOffer | undefined
  if (left === undefined) return undefined
  // The parameter's type forgets that undefined deletes.
  setEnvironmentData(OFFER_KEY, undefined as never)
  return offerFor(left, threadId) as LeftOffer | undefined
}

/** Leaves an offer for the worker that is constructed next; undefined takes it back. */
export function leaveOffer(offer: BoundOffer | undefined): void {
  setEnvironmentData(OFFER_KEY, offer as never)
}
