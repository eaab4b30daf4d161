/** A channel between any two threads: one keeps the port, the other attaches to the offer. */

import {
  bare,
  type ChannelOptions,
  type EndOptions,
  createCopiedOffer,
  createOffer,
  type Offer,
  openOffer,
  type PortOptions,
  type Regions,
  requirePortNames,
  requirePortOptions,
  throwAttached,
} from '@slipring/core'
import { browserHost } from './browser-host.ts'
import { BrowserPort } from './browser-port.ts'
import { hasSharedMemory, warnOfCopying } from './isolation.ts'
import { type Alive, awaitLock, awaitSharedLock, holdLock } from './life-lock.ts'
import { MessagePortLane } from './message-port-lane.ts'
import { MessageChannel, MessagePort } from './native.ts'

/** The result of `createChannel`: one end, and the offer for the other end. */
export interface Channel {
  /** This thread's end; usable at once. */
  readonly port: BrowserPort
  /** The offer for `attach` in the other thread: send it by any `postMessage`. */
  readonly offer: Offer
  /** The transfer list that the offer needs on its way. */
  readonly transfer: MessagePort[]
}

/** An option of `createChannel`: the way of its messages. */
export interface ChannelMode {
  /**
   * `copied`: all messages go by the native port. For places that shared memory cannot reach: a `SharedWorker`, a service worker, a
   * frame of another origin. Default: shared memory if the page has it.
   */
  mode?: 'copied' | undefined
}

/** Lanes whose other end is taken. Without rings nothing else tells that, and two ports would share the messages. */
const attachedLanes = new WeakSet<MessagePort>()

/**
 * Makes a channel between this thread and another. Throws `RangeError` for a capacity that is no power of two from 4 KiB to 1 GiB,
 * `TypeError` for a mode other than `copied`.
 */
export function createChannel(options: PortOptions & ChannelMode = {}): Channel {
  const Channel = channelClass('create a channel')
  requirePortOptions(options, browserHost.canBlock)
  requirePortNames('create a channel', options, ['mode'])
  const { offer, regions } = openingOf(options)
  const { port1, port2 } = new Channel()
  const port = new ChannelPort(port1, regions, 1, options)
  port.watch(offer)
  return { port, offer: { ...offer, lane: port2 }, transfer: [port2] }
}

/**
 * Takes the other end of a channel, which is usable at once. Throws `TypeError` for a value that is no offer. Throws
 * `HandshakeError` for an offer of another version, with foreign rings, or that a thread has attached to already.
 */
export function attach(offer: Offer, options: EndOptions = {}): BrowserPort {
  channelClass('attach')
  // Before the offer is taken: nobody else could.
  requirePortOptions(options, browserHost.canBlock)
  requirePortNames('attach', options, ['mode'])
  const regions = openOffer(offer)
  if (MessagePort === undefined || !(offer.lane instanceof MessagePort))
    throw new TypeError('Cannot attach: the offer has lost its port, send it with its transfer list')
  if (attachedLanes.has(offer.lane)) throwAttached(2)
  const port = new ChannelPort(offer.lane, regions, 2, options)
  attachedLanes.add(offer.lane)
  port.engageNow()
  port.watch(offer)
  return port
}

/** Ends a port of `createChannel`: the thread of the other side is gone, or never was. */
export function peerDied(port: BrowserPort): void {
  if (port instanceof ChannelPort) port.peerDied()
}

/** Before the other side's ring is taken, which nobody would read. */
function channelClass(action: string): typeof globalThis.MessageChannel {
  if (MessageChannel !== undefined) return MessageChannel
  throw new TypeError(`Cannot ${action} in a worklet, which has no tasks of its own: use @slipring/core/ring there`)
}

class ChannelPort extends BrowserPort {
  // Comlink closes an endpoint with this name.
  static {
    Object.defineProperty(this, 'name', bare({ value: 'MessagePort' }))
  }
  readonly #lane: MessagePortLane
  readonly #owner: 1 | 2

  constructor(native: MessagePort, regions: Regions | undefined, owner: 1 | 2, options: PortOptions) {
    const lane = new MessagePortLane(native)
    super({ lane, regions, owner, options })
    this.#lane = lane
    this.#owner = owner
  }

  peerDied(): void {
    this.#lane.end()
  }

  /** From now on each side learns that the other one's thread is gone. */
  watch({ token, rings }: Offer): void {
    const lane = this.#lane
    const name = `${token} ${this.#owner}`
    const tell = (alive: Partial<Alive>): void => lane.post({ slipringAlive: name, ...alive } satisfies Alive)
    const awaitOther = awaitSharedLock(this, lane, this.#owner === 1 ? tell : undefined)
    lane.onAlive = (alive) => void (rings === null ? awaitLock(alive, this, lane) : awaitOther(alive))
    // Also where the program only posts.
    this.listen()
    // The first side holds its lock since it made the offer.
    const first = this.#owner === 1 ? undefined : `${token} 1`
    holdLock(name, this, tell, first)
  }
}

function openingOf(options: ChannelOptions & ChannelMode): { offer: Offer; regions: Regions | undefined } {
  const { mode } = options
  if (mode !== undefined && mode !== 'copied')
    throw new TypeError(`Cannot use mode "${String(mode)}": use "copied", or none for shared memory`)
  if (mode === undefined && hasSharedMemory) return createOffer(options)
  if (mode === undefined) warnOfCopying()
  return { offer: createCopiedOffer(options), regions: undefined }
}
