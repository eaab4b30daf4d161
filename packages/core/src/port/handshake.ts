/** What one side offers and the other opens: two regions and the token that marks their native messages. */

import { HandshakeError } from '../errors.ts'
import { VERSION_MAJOR } from '../memory/layout.ts'
import { createRegion, openRegion, type Region } from '../memory/region.ts'

/** Plain data: it crosses by any `postMessage`, or in `workerData`. */
export interface Offer {
  /** Major version of the protocol. */
  readonly slipring: number
  readonly token: string
  /** From the offering side to the other, and back. */
  readonly rings: readonly [SharedArrayBuffer, SharedArrayBuffer]
  /** The other side's end of the native lane, where the channel has one of its own. It must be transferred. */
  readonly lane?: unknown
}

export interface ChannelOptions {
  /** Bytes of the ring of each direction: a power of two from 4 KiB to 1 GiB. Default 1 MiB. */
  capacity?: number
  /** Where the positions of both rings start, a multiple of 8: for tests of wrap-around. */
  startPosition?: number
}

const DEFAULT_CAPACITY = 1 << 20

/** The regions of one port, seen from its side. */
export interface Regions {
  readonly token: string
  readonly outgoing: Region
  readonly incoming: Region
}

/** `unwrapped`: the other side may turn out to read native messages only. */
export function createOffer(
  { capacity = DEFAULT_CAPACITY, startPosition = 0 }: ChannelOptions,
  isUnwrapped = false,
): { offer: Offer; regions: Regions } {
  const outgoing = createRegion({ capacity, startPosition, unwrapped: isUnwrapped ? Infinity : 0 })
  const incoming = createRegion({ capacity, startPosition })
  const token = `slipring ${randomWord()}${randomWord()}`
  return {
    offer: { slipring: VERSION_MAJOR, token, rings: [outgoing.buffer, incoming.buffer] },
    regions: { token, outgoing, incoming },
  }
}

export function isOffer(value: unknown): value is Offer {
  return typeof value === 'object' && value !== null && typeof (value as Partial<Offer>).slipring === 'number'
}

/** Throws `TypeError` for what is no offer, `HandshakeError` for one of another version or with foreign rings. */
export function openOffer(value: unknown): Regions {
  if (!isOffer(value)) throw new TypeError('Cannot attach: this is no offer of createChannel()')
  if (value.slipring !== VERSION_MAJOR)
    throw new HandshakeError(
      `Cannot attach to an offer of version ${value.slipring}: this side speaks version ${VERSION_MAJOR}`,
      VERSION_MAJOR,
      value.slipring,
    )
  if (typeof value.token !== 'string' || !Array.isArray(value.rings) || value.rings.length !== 2)
    throw new TypeError('Cannot attach: the offer has no token and two rings')
  return { token: value.token, outgoing: openRegion(value.rings[1]), incoming: openRegion(value.rings[0]) }
}

// Recognises, does not protect: who can post on the native lane may as well write to the ring.
function randomWord(): string {
  return Math.floor(Math.random() * 2 ** 48).toString(36)
}
