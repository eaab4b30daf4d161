/** The one native message that `connect` sends to a worker and `accept` takes there. */

import { isOffer, type Offer } from './handshake.ts'

export interface Connection {
  readonly slipringConnect: Offer
}

export function isConnection(message: unknown): message is Connection {
  return typeof message === 'object' && message !== null && isOffer((message as Partial<Connection>).slipringConnect)
}
