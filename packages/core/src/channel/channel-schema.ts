/** Schemas of typed channels. */

import { requireSchema } from '../schema/require-schema.ts'
import { Schema, type SchemaOptions } from '../schema/schema.ts'
import { type BroughtChannels, CHANNELS_VERSION } from './brought.ts'
import { OpenChannels } from './open-channels.ts'

const CHANNELS: BroughtChannels = {
  version: CHANNELS_VERSION,
  make: (owner, inbound) => new OpenChannels(owner, inbound),
}

/** A schema that brings the code of typed channels to the port whose `channel()` gets it. */
export class ChannelSchema<T, V = unknown> extends Schema<T, V> {
  readonly channels: BroughtChannels = CHANNELS

  override with(options: SchemaOptions): this {
    return channelOf(super.with(options)) as this
  }
}

/**
 * The same schema, for `port.channel()`. A port does not have the code of typed channels by itself: this function brings it.
 *
 * @throws TypeError when `schema` is no schema.
 */
export function channelOf<T, V>(schema: Schema<T, V>): ChannelSchema<T, V> {
  requireSchema('make a channel', schema)
  return new ChannelSchema<T, V>(schema.type, schema.settings)
}
