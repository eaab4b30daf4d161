/** The one native message that `connect` sends to a worker and `accept` takes there. */

import { isOffer, type Offer } from './handshake.ts'

export interface Connection {
  readonly slipringConnect: Offer
}

export function isConnection(message: unknown): message is Connection {
  return typeof message === 'object' && message !== null && isOffer((message as Partial<Connection>).slipringConnect)
}

/** Before there is a port that somebody would have to close. Throws `TypeError` for what nothing can be posted to. */
export function requireWorker(worker: unknown): void {
  if (typeof (worker as { readonly postMessage?: unknown } | null | undefined)?.postMessage === 'function') return
  const isNone = worker === null || worker === undefined
  const given = isNone ? String(worker) : typeof worker === 'object' ? 'an object' : `a ${typeof worker}`
  throw new TypeError(`Cannot connect to ${given}: use a Worker`)
}

/** The parts of a worker, and of its new channel, that `connect` needs. */
export interface Connectable {
  postMessage(message: unknown, transfer: never): void
}

export interface OfferedChannel {
  readonly port: { close(): unknown }
  readonly offer: Offer
  readonly transfer: readonly object[]
}

/** Sends the worker its end. Throws what its `postMessage` throws, and then the port is closed. */
export function postConnection(worker: Connectable, { port, offer, transfer }: OfferedChannel): void {
  try {
    worker.postMessage({ slipringConnect: offer } satisfies Connection, transfer as never)
  } catch (error) {
    port.close()
    throw error
  }
}
