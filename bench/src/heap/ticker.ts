/** Code of both threads that measure the heap. */

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { channelOf } from '@slipring/core/channel'
import { f64, string, struct } from '@slipring/core/schema'

setFlagsFromString('--expose-gc')
export const collectGarbage = runInNewContext('gc') as () => void

export const Ticker = channelOf(struct({ symbol: string, last: f64, bid: f64, ask: f64, volume: f64 }))
