/**
 * Where a `Worker` of ours leaves its offer for the new thread: in the environment data that a worker gets a copy of. It
 * is there before the worker's first line runs, and a worker that knows nothing of us never sees it.
 */

import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'

const OFFER_KEY = '@slipring/worker offer'

/** Takes the offer, if there is one, so that this thread's own workers do not inherit it. */
export function takeOffer(): unknown {
  const offer = getEnvironmentData(OFFER_KEY)
  // The parameter's type forgets that undefined deletes.
  if (offer !== undefined) setEnvironmentData(OFFER_KEY, undefined as never)
  return offer
}

/** Leaves an offer for the worker that is constructed next; undefined takes it back. */
export function leaveOffer(offer: object | undefined): void {
  setEnvironmentData(OFFER_KEY, offer as never)
}
