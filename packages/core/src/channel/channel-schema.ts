/** Schemas of typed channels. */

import { requireSchema } from '../schema/require-schema.ts'
import { Schema, type SchemaOptions } from '../schema/schema.ts'
import { noteOpener } from '../direction/aside.ts'
import { type Brought, BROUGHT_VERSION } from '../port/brought.ts'
import { OpenChannels } from './open-channels.ts'
import { Records } from './records.ts'

const CHANNEL: Brought = {
  version: BROUGHT_VERSION,
  make: (owner, aside) => new Records(owner, aside),
  // All that bring one of this version make the same.
  open: (records, schema, options) => (records as Records).channels((of) => new OpenChannels(of)).open(schema, options),
}

/** A schema that brings the code of typed channels to the port whose `channel()` gets it. */
export class ChannelSchema<T, V = unknown> extends Schema<T, V> {
  readonly channel: Brought = CHANNEL

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
  noteOpener()
  return new ChannelSchema<T, V>(schema.type, schema.settings)
}
