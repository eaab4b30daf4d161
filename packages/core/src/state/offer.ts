/** The offer, which goes from the thread that writes a state to the threads that read it. */

import { HandshakeError, shown } from '../errors.ts'
import type { AnySchema } from '../schema/constructors.ts'
import type { StateMemory } from '../memory/state-region.ts'
import { readerOf } from '../schema/reader-of.ts'
import type { Schema } from '../schema/schema.ts'

const KIND = 'slipring-state'
/** The version of the offer, and of the contents of a slot. */
const VERSION = 1

/** The offer of a state. Send it to each reader by `postMessage` or `workerData`, without a transfer list. Its parts are private. */
export interface StateOffer {
  readonly kind: typeof KIND
  readonly version: number
  readonly fingerprint: number
  readonly description: string
  /** The name of the state on a BroadcastChannel. */
  readonly name: string
  /** The region; undefined where there is no shared memory. */
  readonly memory: StateMemory | undefined
}

export function offerOf(
  { fingerprint, description }: Pick<AnySchema, 'fingerprint' | 'description'>,
  name: string,
  memory: StateMemory | undefined,
): StateOffer {
  return { kind: KIND, version: VERSION, fingerprint, description, name, memory }
}

/** Throws `TypeError` for a value that is no offer, `HandshakeError` for an offer of another version. */
export function requireOffer(offer: unknown): StateOffer {
  const { kind, version, description, name } = (offer ?? {}) as Partial<StateOffer>
  if (kind !== KIND || typeof description !== 'string' || typeof name !== 'string')
    throw new TypeError(`Cannot attach to ${shown(offer)}: use the offer that createState() gives`)
  if (version !== VERSION)
    throw new HandshakeError(
      `Cannot attach to a state of version ${String(version)}: this side speaks version ${VERSION}, use one version of @slipring/core`,
      VERSION,
      Number(version),
    )
  return offer as StateOffer
}

/** The schema that reads the states of the other side. Throws `HandshakeError` when the two schemas do not fit. */
export function stateReaderOf<T, V>(schema: Schema<T, V>, { fingerprint, description }: StateOffer): Schema<T, V> {
  if (schema.fingerprint === fingerprint) return schema
  try {
    return readerOf(schema, description)
  } catch (error) {
    const message = `Cannot read this state: the schemas of its sides differ, ${(error as Error).message}`
    throw new HandshakeError(message, schema.fingerprint, fingerprint)
  }
}
