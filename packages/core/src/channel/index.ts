/**
 * `@slipring/core/channel`: typed channels of a port, with records of one schema.
 *
 * @module
 * @stable
 * @since 0.2
 */

export { ChannelSchema, channelOf } from './channel-schema.ts'
export type { TypedChannelOptions } from './open-channels.ts'
export type { RecordListener, TypedChannel } from './typed-channel.ts'
