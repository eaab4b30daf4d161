/** How the code of typed channels comes to a port: with a schema, so that a program without typed channels does not load it. */

import type { InboundChannels } from '../direction/inbound.ts'
import { shown } from '../errors.ts'
import type { OpenChannels } from './open-channels.ts'
import type { ChannelOwner } from './typed-channel.ts'

/** Of `make` and its arguments. A port and a schema may come from two copies of the package. */
export const CHANNELS_VERSION = 1

export interface BroughtChannels {
  readonly version: number
  /** Makes the typed channels of a port. `inbound` are those that the other side has opened. */
  readonly make: (owner: ChannelOwner, inbound: InboundChannels) => OpenChannels
}

/** Throws `TypeError` for a schema that does not bring it, and for what is no schema. */
export function channelsBroughtBy(schema: unknown): BroughtChannels {
  const brought = (schema as { readonly channels?: BroughtChannels } | null | undefined)?.channels
  if (brought?.version === CHANNELS_VERSION) return brought
  throw new TypeError(
    `Cannot open a channel by ${shown(schema)}: use channelOf(schema) of @slipring/core/channel, of the same version as the port`,
  )
}
