import { channelOf } from '@slipring/core/channel'
import { f64, i16, string, struct, u32 } from '@slipring/core/schema'

export const Flight = channelOf(struct({ origin: string, destination: string, delay: i16 }))

/** The record of an airport, when its last flight has come. */
export const Airport = channelOf(struct({ name: string, flights: u32, meanDelay: f64 }))
