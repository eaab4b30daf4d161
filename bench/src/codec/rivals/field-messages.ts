/** Two messages of an exchange, field by field. */

import type { FieldReader, FieldWriter } from './fields.ts'

export interface FieldMessage {
  write(writer: FieldWriter, value: unknown): void
  read(reader: FieldReader): unknown
}

interface Ticker {
  readonly symbol: string
  readonly last: number
  readonly bid: number
  readonly ask: number
  readonly volume: number
}

interface Order {
  readonly id: number
  readonly account: number
  readonly symbol: string
  readonly side: string
  readonly type: string
  readonly price: number
  readonly qty: number
  readonly filledQty: number
  readonly ts: number
  readonly flags: { readonly ioc: boolean; readonly post_only: boolean; readonly reduce_only: boolean }
}

const SIDES = ['buy', 'sell']
const TYPES = ['limit', 'market', 'stop', 'stop_limit']

const ticker: FieldMessage = {
  write(writer, value) {
    const { symbol, last, bid, ask, volume } = value as Ticker
    writer.text(symbol)
    writer.number(last)
    writer.number(bid)
    writer.number(ask)
    writer.number(volume)
  },
  read: (reader): Ticker => ({
    symbol: reader.text(),
    last: reader.number(),
    bid: reader.number(),
    ask: reader.number(),
    volume: reader.number(),
  }),
}

const order: FieldMessage = {
  write(writer, value) {
    const { id, account, symbol, side, type, price, qty, filledQty, ts, flags } = value as Order
    writer.number(id)
    writer.number(account)
    writer.text(symbol)
    writer.byte(SIDES.indexOf(side))
    writer.byte(TYPES.indexOf(type))
    writer.number(price)
    writer.number(qty)
    writer.number(filledQty)
    writer.number(ts)
    writer.byte((flags.ioc ? 1 : 0) | (flags.post_only ? 2 : 0) | (flags.reduce_only ? 4 : 0))
  },
  read(reader): Order {
    const head = { id: reader.number(), account: reader.number(), symbol: reader.text() }
    const kind = { side: SIDES[reader.byte()]!, type: TYPES[reader.byte()]! }
    const sums = { price: reader.number(), qty: reader.number(), filledQty: reader.number(), ts: reader.number() }
    const bits = reader.byte()
    const flags = { ioc: (bits & 1) !== 0, post_only: (bits & 2) !== 0, reduce_only: (bits & 4) !== 0 }
    return { ...head, ...kind, ...sums, flags }
  },
}

const MESSAGES: Readonly<Record<string, FieldMessage>> = { Ticker: ticker, Order: order }

/** Workloads that these have. */
export const FIELD_WORKLOADS: readonly string[] = Object.keys(MESSAGES)

export function fieldMessage(workload: string): FieldMessage {
  const message = MESSAGES[workload]
  if (message === undefined) throw new Error(`Nobody has written ${workload} field by field`)
  return message
}
