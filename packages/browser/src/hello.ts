/** What a worker's `parentPort` tells the `Worker` that made it, by native message. */

import type { Offer } from '@slipring/core'

/** The first message: the shared memory for both directions. */
export interface Hello {
  readonly slipringHello: Offer
}

export function isHello(message: unknown): message is Hello {
  return typeof message === 'object' && message !== null && 'slipringHello' in message
}

/** It holds the lock of this name for as long as it lives. */
export interface Alive {
  readonly slipringAlive: string
}

export function isAlive(message: unknown): message is Alive {
  return typeof message === 'object' && message !== null && 'slipringAlive' in message
}
