/** `MessageChannel` and `MessagePort` of `node:worker_threads` over shared memory: ports that may go to another thread. */

import { bare, canShare, createOffer, isPort } from '@slipring/core'
import { tellOf } from './diagnostics.ts'
import { MessagePortLane } from './message-port-lane.ts'
import { MessageChannel as NativeChannel, MessagePort as NativePort } from './native.ts'
import { NodePort } from './node-port.ts'

/**
 * Two ports that are connected to each other. A port moves to another thread in the transfer list of any port or `Worker` of
 * Slipring, with all messages posted to it. It can move as long as nobody has read from it.
 *
 * In a thread that has loaded Slipring it arrives as a port of Slipring, in any other thread as a native port. The ring is used
 * once the receiving end is read.
 */
export class MessageChannel {
  readonly port1: NodePort
  readonly port2: NodePort

  constructor() {
    const { port1, port2 } = new NativeChannel()
    // Before anybody reads, messages go natively: a channel of which nobody reads needs no memory.
    const share = canShare() ? () => shareBetween(this.port1, this.port2) : undefined
    this.port1 = portOf(port1, 1, share)
    this.port2 = portOf(port2, 2, share)
  }
}

function portOf(native: NativePort, owner: 1 | 2, share: (() => void) | undefined): NodePort {
  const parts = { regions: undefined, owner, options: {}, native, share, sharesLate: share !== undefined }
  const port = new NodePort({ ...parts, lane: new MessagePortLane(native) })
  tellOf(port)
  return port
}

function shareBetween(port1: NodePort, port2: NodePort): void {
  const { regions } = createOffer({}, 'both')
  port1.share(regions)
  port2.share({ ...regions, outgoing: regions.incoming, incoming: regions.outgoing })
}

/**
 * A port of Slipring. `instanceof` also accepts those of another copy of the package, and native ports, which come from threads
 * that have not loaded Slipring.
 */
export type MessagePort = NodePort

interface MessagePortConstructor {
  readonly prototype: NodePort
  /** Throws `TypeError`, as on the platform: ports come from a `MessageChannel`. */
  new (): NodePort
}

export const MessagePort: MessagePortConstructor = function (): never {
  throw Object.assign(new TypeError('Illegal constructor'), { code: 'ERR_CONSTRUCT_CALL_INVALID' })
} as unknown as MessagePortConstructor
// Of a class the prototype could not be set.
Object.defineProperties(MessagePort, {
  name: bare({ value: NodePort.name }),
  prototype: bare({ value: NodePort.prototype }),
  [Symbol.hasInstance]: bare({ value: (value: unknown) => isPort(value) || value instanceof NativePort }),
})
