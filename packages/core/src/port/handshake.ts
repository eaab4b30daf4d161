/** The offer that one side makes and the other opens: two regions, and the token that marks their native messages. */

import { load } from '../atomics.ts'
import { HandshakeError, shown } from '../errors.ts'
import { PRODUCER_OWNER, VERSION_MAJOR } from '../memory/layout.ts'
import { createRegion, openRegion, type Region, requireRegion } from '../memory/region.ts'
import { canShare } from '../memory/shared.ts'

/** An offer of a channel. It is plain data, and crosses by any `postMessage` or in `workerData`. */
export interface Offer {
  /** Major version of the protocol. */
  readonly slipring: number
  readonly token: string
  /** The ring from the offering side to the other, and the ring back. null without shared memory: all goes by `lane`. */
  readonly rings: readonly [SharedArrayBuffer, SharedArrayBuffer] | null
  /** The other side's end of the native port, if the channel has one of its own. It must be transferred. */
  readonly lane?: unknown
}

/** The size of the two rings of a channel. The side that makes the channel chooses it. */
export interface ChannelOptions {
  /** Bytes of the ring of each direction: a power of two from 4 KiB to 1 GiB. Default 1 MiB. */
  capacity?: number | undefined
  /** The start of the positions of both rings, a multiple of 8. For tests of wrap-around. Default: 4 KiB before the end. */
  startPosition?: number | undefined
}

/** `ChannelOptions` with the defaults filled in. */
export interface RingSettings {
  readonly capacity: number
  readonly startPosition: number
}

/** Of this thread, as random digits take a microsecond. */
const threadToken = `slipring ${randomWord()}${randomWord()}`
let tokens = 0

/** The number of the side that should have attached before: none. */
const NOBODY = 0

const DEFAULT_CAPACITY = 1 << 20

/**
 * Rings begin so many bytes before their end. So a thread goes over the end among its first messages, before its engine compiles
 * that way. Compiled code that comes to it for the first time is thrown away, and with it the code that sends and receives.
 */
const BEFORE_END = 4096

/** The regions of one port, seen from its side. */
export interface Regions {
  readonly token: string
  readonly outgoing: Region
  readonly incoming: Region
}

/** `unwrapped`: the directions in which native messages come first, until their receiver takes its end of the ring. */
export function createOffer(
  options: ChannelOptions,
  unwrapped?: 'outgoing' | 'incoming' | 'both',
): { offer: Offer; regions: Regions } {
  const region = regionOf(options)
  const isUnwrapped = (direction: string): boolean => unwrapped === 'both' || unwrapped === direction
  const outgoing = createRegion({ ...region, unwrapped: isUnwrapped('outgoing') ? Infinity : 0 })
  const incoming = createRegion({ ...region, unwrapped: isUnwrapped('incoming') ? Infinity : 0 })
  const token = newToken()
  return {
    offer: { slipring: VERSION_MAJOR, token, rings: [outgoing.buffer, incoming.buffer] },
    regions: { token, outgoing, incoming },
  }
}

/** An offer without shared memory, for a lane of its own. Throws `RangeError` as `createOffer` does. */
export function createCopiedOffer(options: ChannelOptions): Offer {
  requireRegion(regionOf(options))
  return { slipring: VERSION_MAJOR, token: newToken(), rings: null }
}

/** As `createOffer` where this thread can make shared memory, else as `createCopiedOffer`. */
export function createOfferHere(
  options: ChannelOptions,
  unwrapped?: 'outgoing' | 'incoming',
): { offer: Offer; regions: Regions | undefined } {
  if (canShare()) return createOffer(options, unwrapped)
  return { offer: createCopiedOffer(options), regions: undefined }
}

export function regionOf({
  capacity = DEFAULT_CAPACITY,
  startPosition = capacity - BEFORE_END,
}: ChannelOptions): RingSettings {
  return { capacity, startPosition }
}

export function isOffer(value: unknown): value is Offer {
  return typeof value === 'object' && value !== null && typeof (value as Partial<Offer>).slipring === 'number'
}

/**
 * The regions of an offer; undefined when it has none. Throws `TypeError` for a value that is no offer. Throws `HandshakeError`
 * for an offer of another version, with foreign rings, or that was opened already.
 */
export function openOffer(value: unknown): Regions | undefined {
  if (!isOffer(value)) throw new TypeError(`Cannot attach to ${shown(value)}: use the offer that createChannel() gives`)
  if (value.slipring !== VERSION_MAJOR)
    throw new HandshakeError(
      `Cannot attach to an offer of version ${value.slipring}: this side speaks version ${VERSION_MAJOR}, use one version of @slipring/core`,
      VERSION_MAJOR,
      value.slipring,
    )
  if (value.rings === null) return undefined
  if (typeof value.token !== 'string' || !Array.isArray(value.rings) || value.rings.length !== 2)
    throw new TypeError('Cannot attach: the offer has lost its token or a ring, send it as createChannel() gives it')
  const regions = { token: value.token, outgoing: openRegion(value.rings[1]), incoming: openRegion(value.rings[0]) }
  // ORDER: for the words of the refusal only; who is first is decided by compareExchange in Producer.
  const other = load(regions.outgoing.words, PRODUCER_OWNER)
  if (other !== 0) throwAttached(other)
  return regions
}

/** Refuses an offer that the side with this number has attached to. */
export function throwAttached(other: number): never {
  throw new HandshakeError(
    'Cannot attach: a thread has attached to this offer already, make one offer for each',
    NOBODY,
    other,
  )
}

/** Whether an offer was refused because the other side has attached to it. */
export function isAttachedTo({ ours }: HandshakeError): boolean {
  return ours === NOBODY
}

// A token recognises our messages. It does not protect: a thread that can post on the native lane can also write to the ring.
function newToken(): string {
  return `${threadToken} ${tokens++}`
}

function randomWord(): string {
  return Math.floor(Math.random() * 2 ** 48).toString(36)
}
