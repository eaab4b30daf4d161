/** The offer of a world, which goes to the threads that write and read it. */

import { HandshakeError, isHandshakeError, shown } from '../errors.ts'
import type { Infer, InferView, Schema } from '../schema/schema.ts'
import { stateReaderOf } from '../state/offer.ts'

const KIND = 'slipring-world'
/** The version of the offer, and of the contents of a slot. */
const VERSION = 1

/** The parts of a world: the name of each writer, and the schema of what it alone writes. */
export type WorldParts = Readonly<Record<string, Schema<any, any>>>

/** One moment of a world: a view of each part. */
export type WorldFrame<P extends WorldParts> = { readonly [Name in keyof P]: InferView<P[Name]> }

/** The value that the writer of a part fills. */
export type WorldPart<P extends WorldParts, Name extends keyof P> = Infer<P[Name]>

interface PartOffer {
  readonly name: string
  readonly fingerprint: number
  readonly description: string
}

/** The offer of a world. Send it to each thread by `postMessage` or `workerData`, without a transfer list. Its parts are private. */
export interface WorldOffer {
  readonly kind: typeof KIND
  readonly version: number
  readonly parts: readonly PartOffer[]
  /** The name of the world on a BroadcastChannel. */
  readonly name: string
  readonly memory: SharedArrayBuffer
}

export function offerOf(parts: WorldParts, name: string, memory: SharedArrayBuffer): WorldOffer {
  const offers = Object.entries(parts).map(([part, { fingerprint, description }]) => ({
    name: part,
    fingerprint,
    description,
  }))
  return { kind: KIND, version: VERSION, parts: offers, name, memory }
}

/** Throws `TypeError` for a value that is no offer, `HandshakeError` for an offer of another version. */
export function requireOffer(offer: unknown): WorldOffer {
  const { kind, version, parts, name } = (offer ?? {}) as Partial<WorldOffer>
  if (kind !== KIND || !Array.isArray(parts) || typeof name !== 'string')
    throw new TypeError(`Cannot use ${shown(offer)} as a world: use the offer that createWorld() gives`)
  if (version !== VERSION)
    throw new HandshakeError(
      `Cannot use a world of version ${String(version)}: this side speaks version ${VERSION}, use one version of @slipring/core`,
      VERSION,
      Number(version),
    )
  return offer as WorldOffer
}

/** The number of a part. Throws `HandshakeError` when the world has none of this name. */
export function writerOf({ parts }: WorldOffer, name: string): number {
  const writer = parts.findIndex((part) => part.name === name)
  if (writer === -1)
    throw new HandshakeError(
      `Cannot write "${name}": this world has the parts ${parts.map((part) => part.name).join(', ')}`,
      0,
      parts.length,
    )
  return writer
}

/** The schemas that read the parts, in the order of the offer. Throws `HandshakeError` for parts that do not fit. */
export function readersOf(parts: WorldParts, offer: WorldOffer): readonly Schema<any, any>[] {
  for (const name of Object.keys(parts)) writerOf(offer, name)
  return offer.parts.map((part) => {
    const schema = Object.hasOwn(parts, part.name) ? parts[part.name] : undefined
    if (schema === undefined)
      throw new HandshakeError(`Cannot read this world: it has a part "${part.name}" that this side lacks`, 0, 1)
    try {
      return stateReaderOf(schema, { ...part, kind: 'slipring-state', version: 1, memory: undefined })
    } catch (error) {
      if (!isHandshakeError(error)) throw error
      throw new HandshakeError(`Part "${part.name}": ${error.message}`, error.ours, error.theirs)
    }
  })
}

/** Throws `HandshakeError` unless the writer has the very schema of its part: readers know of no other. */
export function requireOwnSchema({ parts }: WorldOffer, writer: number, { fingerprint }: Schema<any, any>): void {
  const part = parts[writer]!
  if (part.fingerprint !== fingerprint)
    throw new HandshakeError(
      `Cannot write "${part.name}": the world was made with another schema of this part, use the same one on both sides`,
      fingerprint,
      part.fingerprint,
    )
}
