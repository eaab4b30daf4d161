/** The schemas of the typed channels, and two versions of one, of which page and worker each have another. */

import { channelOf } from '@slipring/core/channel'
import { f32, f64, list, optional, string, struct, u32, withDefault } from '@slipring/core/schema'

export const Counted = channelOf(struct({ number: u32, text: string }))
export const Old = channelOf(struct({ symbol: string, bids: list(struct({ p: f64 })) }))
export const New = channelOf(
  struct({
    symbol: string,
    bids: list(struct({ p: f64, q: withDefault(f64, 1.5) })),
    note: optional(string),
  }),
)
export const Foreign = channelOf(struct({ symbol: string, bids: list(struct({ p: f32 })) }))

/**
 * Some are larger than the ring of the case, and some are not Latin-1.
 * @param {number} number
 */
export function counted(number) {
  return { number, text: (number % 3 === 0 ? '漢' : 'é').repeat(number % 97 === 5 ? 4000 : number % 41) }
}

/**
 * -1 for one that has changed on the way.
 * @param {{ number: number, text: string }} record
 */
export function numberIn({ number, text }) {
  return text === counted(number).text ? number : -1
}
