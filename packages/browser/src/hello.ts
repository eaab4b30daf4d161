/** The first native message of a worker's `parentPort` to the `Worker` that made it. */

import type { Offer } from '@slipring/core'

/** The first message: the shared memory for both directions, or that there is none. */
export interface Hello {
  readonly slipringHello: Offer
}

export function isHello(message: unknown): message is Hello {
  return typeof message === 'object' && message !== null && 'slipringHello' in message
}
