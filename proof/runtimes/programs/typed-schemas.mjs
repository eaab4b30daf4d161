/** The schemas of the typed channels: those of both threads, and two versions of which each thread has one. */

import { channelOf } from '@slipring/core/channel'
import { bytes, f32, f64, list, optional, string, struct, u32, withDefault } from '@slipring/core/schema'

export const Counted = channelOf(struct({ number: u32, text: string, data: bytes }))
export const Small = channelOf(struct({ number: u32, half: f64 }))

export const Old = channelOf(struct({ symbol: string, bids: list(struct({ p: f64 })) }))
export const New = channelOf(
  struct({
    symbol: string,
    bids: list(struct({ p: f64, q: withDefault(f64, 1.5) })),
    note: optional(string),
  }),
)
export const Foreign = channelOf(struct({ symbol: string, bids: list(struct({ p: f32 })) }))

/** Some are larger than a ring of 4 KiB, and some are not Latin-1. */
export function counted(number) {
  const text = (number % 3 === 0 ? '漢' : 'é').repeat(number % 97 === 5 ? 4000 : number % 41)
  return { number, text, data: new Uint8Array(number % 19).fill(number) }
}

/** -1 for one that has changed on the way. */
export function numberIn({ number, text, data }) {
  const wanted = counted(number)
  return text === wanted.text && data.length === wanted.data.length && data.every((byte) => byte === number % 256)
    ? number
    : -1
}
