/** The order book of an exchange: two arrays of a thousand small objects. */

import type { Workload } from '../workload.ts'
import { newText } from './new-text.mjs'

const DEPTH = 1_000

export const book: Workload = {
  name: 'Book',
  index: 3,
  pool: 1,
  make: () => ({
    symbol: newText('BTC-USD'),
    ts: 1716100000123,
    bids: levels((i) => 67890 - i * 0.5),
    asks: levels((i) => 67891 + i * 0.5),
  }),
}

function levels(priceOf: (position: number) => number): unknown[] {
  return Array.from({ length: DEPTH }, (_, i) => ({ p: priceOf(i), q: 0.1 + (i % 100) * 0.01 }))
}
