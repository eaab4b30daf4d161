/** A price update of an exchange: one string and four numbers. Fifty symbols take turns. */

import type { Random } from '../random.ts'
import type { Workload } from '../workload.ts'
import { newText } from './new-text.mjs'

const SYMBOLS = Array.from(
  { length: 50 },
  (_, i) =>
    `${'BTC ETH SOL XRP ADA DOT UNI LTC BCH XLM'.split(' ')[i % 10]}-${'USD EUR GBP JPY CHF'.split(' ')[Math.floor(i / 10)]}`,
)

export const ticker: Workload = {
  name: 'Ticker',
  index: 1,
  pool: 1_024,
  make: (random, position) =>
    position === 0
      ? { symbol: 'BTC-USD', last: 67891.23, bid: 67890.5, ask: 67892.0, volume: 1234567.89 }
      : makeTicker(random),
}

function makeTicker(random: Random): unknown {
  const last = cents(random, 100_000)
  const gap = cents(random, 5)
  return {
    symbol: newText(random.pick(SYMBOLS)),
    last,
    bid: toCents(last - gap),
    ask: toCents(last + gap),
    volume: cents(random, 2_000_000),
  }
}

function cents(random: Random, below: number): number {
  return random.integer(1, below * 100) / 100
}

function toCents(value: number): number {
  return Math.round(value * 100) / 100
}
