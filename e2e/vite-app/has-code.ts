import { Ticker } from './schemas.ts'

/** Whether this thread has code for the schema. A view that walks it is of another class. */
export function hasCode(): boolean {
  const bytes = Ticker.encode({ symbol: 'BTC-USD', last: 67890.5, volume: 3, trades: [1, 2] })
  const classOf = (schema: typeof Ticker): unknown => Object.getPrototypeOf(schema.view(bytes))
  return classOf(Ticker) !== classOf(Ticker.with({ codegen: 'never' }))
}
