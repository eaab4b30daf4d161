/** The first message of a worker's `parentPort` to the `Worker` that made it: the shared memory for both directions. */

import type { Offer } from '@slipring/core'

export interface Hello {
  readonly slipringHello: Offer
}

export function isHello(message: unknown): message is Hello {
  return typeof message === 'object' && message !== null && 'slipringHello' in message
}
