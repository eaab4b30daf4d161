/** The schemas of a user's program that `slipring compile` is tried on. */

import { f64, list, string, struct } from '@slipring/core/schema'

export const Ticker = struct({ symbol: string, last: f64, trades: list(f64) })
