/**
 * The events of pools, by `node:diagnostics_channel`: `slipring:pool:workerstart` and so on, with the `pool` and the properties of
 * the event.
 *
 * Events of tasks (`taskend`, `drain`, `idle`) are told of pools that were made while somebody had subscribed to one of these.
 */

import { type Channel, channel } from 'node:diagnostics_channel'
import type { PoolEventType, PoolTrace } from '@slipring/core/pool'

const channels = new Map<PoolEventType, Channel>()

function channelOf(type: PoolEventType): Channel {
  let found = channels.get(type)
  if (found === undefined) channels.set(type, (found = channel(`slipring:pool:${type}`)))
  return found
}

export const poolTrace: PoolTrace = {
  isHeard: (type) => channelOf(type).hasSubscribers,
  tell: (type, detail) => channelOf(type).publish(detail),
}
