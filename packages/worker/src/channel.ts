/** A channel between any two threads: one keeps the port, the other attaches to the offer. */

import {
  createOfferHere,
  type EndOptions,
  isAttachedTo,
  isHandshakeError,
  type Offer,
  openOffer,
  type PortOptions,
  type Regions,
  requirePortNames,
  requirePortOptions,
  throwAttached,
} from '@slipring/core'
import { tellOf } from './diagnostics.ts'
import { MessagePortLane } from './message-port-lane.ts'
import { MessageChannel, MessagePort, receiveNative } from './native.ts'
import { nodeHost } from './node-host.ts'
import { NodePort } from './node-port.ts'

/** The result of `createChannel`: one end, and the offer for the other end. */
export interface Channel {
  /** This thread's end; usable at once. */
  readonly port: NodePort
  /** The offer for `attach` in the other thread: send it by any `postMessage` or in `workerData`. */
  readonly offer: Offer
  /** The transfer list that the offer needs on its way. */
  readonly transfer: MessagePort[]
}

/** Lanes whose other end is taken. Without rings nothing else tells that, and two ports would share the messages. */
const attachedLanes = new WeakSet<object>()

/**
 * Makes a channel between this thread and another. Throws `RangeError` for a capacity that is no power of two from 4 KiB to 1 GiB,
 * `TypeError` for an unknown option.
 */
export function createChannel(options: PortOptions = {}): Channel {
  requirePortOptions(options, nodeHost.canBlock)
  requirePortNames('create a channel', options)
  const { offer, regions } = createOfferHere(options)
  const { port1, port2 } = new MessageChannel()
  const port = new NodePort({ lane: new MessagePortLane(port1), regions, owner: 1, options })
  tellOf(port)
  return { port, offer: { ...offer, lane: port2 }, transfer: [port2] }
}

/**
 * Takes the other end of a channel, which is usable at once. Throws `TypeError` for a value that is no offer. Throws
 * `HandshakeError` for an offer of another version, with foreign rings, or that a thread has attached to already.
 */
export function attach(offer: Offer, options: EndOptions = {}): NodePort {
  // Before the offer is taken: nobody else could.
  requirePortOptions(options, nodeHost.canBlock)
  requirePortNames('attach', options)
  const regions = openedOffer(offer)
  if (!(offer.lane instanceof MessagePort))
    throw new TypeError('Cannot attach: the offer has lost its port, send it with its transfer list')
  if (attachedLanes.has(offer.lane)) throwAttached(2)
  attachedLanes.add(offer.lane)
  const port = new NodePort({ lane: new MessagePortLane(portOfNode(offer.lane), true), regions, owner: 2, options })
  port.engageNow()
  tellOf(port)
  return port
}

function openedOffer(offer: Offer): Regions | undefined {
  try {
    return openOffer(offer)
  } catch (error) {
    // Its maker learns that nobody comes, unless another thread has attached: the lane then belongs to that thread.
    if (isHandshakeError(error) && !isAttachedTo(error) && offer.lane instanceof MessagePort) offer.lane.close()
    throw error
  }
}

// Ports from Deno's web Worker lack the methods of node:worker_threads. Ports that come by a native port have them.
function portOfNode(port: MessagePort): MessagePort {
  if ('on' in port) return port
  const { port1, port2 } = new MessageChannel()
  port1.postMessage(port, [port])
  const received = receiveNative(port2) as { readonly message: MessagePort }
  port1.close()
  return received.message
}
