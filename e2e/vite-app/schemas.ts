import { f64, list, string, struct, u32 } from '@slipring/core/schema'

export const Ticker = struct({ symbol: string, last: f64, volume: u32, trades: list(f64) })
