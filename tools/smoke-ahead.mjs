/** A user's program where no code may be generated: given the module that `slipring compile` has written, it uses that. */

import assert from 'node:assert/strict'
import { Ticker } from './smoke-schemas.mjs'

const TICKER = { symbol: 'BTC-USD', last: 67890.5, trades: [1, 2] }

assert.throws(() => new Function(''), EvalError)
await import(new URL('smoke-schemas.code.js', import.meta.url).href)
const bytes = Ticker.encode(TICKER)
const walked = Ticker.with({ codegen: 'never' })
assert.deepEqual(bytes, walked.encode(TICKER))
assert.deepEqual(Ticker.decode(bytes), TICKER)
// Views of both are of classes of their own.
assert.notEqual(Object.getPrototypeOf(Ticker.view(bytes)), Object.getPrototypeOf(walked.view(bytes)))
assert.equal(Ticker.view(bytes).last, TICKER.last)
console.log(`Node ${process.version}: code that slipring compile has written is used where none may be generated`)
