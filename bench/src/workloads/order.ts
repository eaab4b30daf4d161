/** An order to an exchange: ids beyond 32 bits, words from small sets, a nested object of flags. */

import type { Workload } from '../workload.ts'
import { newText } from './new-text.mjs'

const SYMBOLS = ['BTC-USD', 'ETH-USD', 'SOL-USD', 'BTC-EUR', 'ETH-EUR']
const TYPES = ['limit', 'market', 'stop', 'stop_limit']

const FIRST = {
  id: 9876543210,
  account: 12345678,
  symbol: 'BTC-USD',
  side: 'buy',
  type: 'limit',
  price: 67500.5,
  qty: 0.125,
  filledQty: 0,
  ts: 1716100000123,
  flags: { ioc: false, post_only: true, reduce_only: false },
}

export const order: Workload = {
  name: 'Order',
  index: 2,
  pool: 1_024,
  make: (random, position) => {
    if (position === 0) return { ...FIRST, flags: { ...FIRST.flags } }
    return {
      id: 9_000_000_000 + random.integer(0, 999_999_999),
      account: random.integer(1, 99_999_999),
      symbol: newText(random.pick(SYMBOLS)),
      side: random.pick(['buy', 'sell']),
      type: random.pick(TYPES),
      price: random.integer(1, 200_000) / 2,
      qty: random.integer(1, 64) / 8,
      filledQty: 0,
      ts: FIRST.ts + random.integer(0, 1_000_000),
      flags: { ioc: random.next() < 0.1, post_only: random.next() < 0.5, reduce_only: random.next() < 0.1 },
    }
  },
}
