/** A user's CommonJS program: it requires every entry that a program may use, and its worker requires them too. */

const assert = require('node:assert/strict')
const { existsSync } = require('node:fs')
const { decode, encode } = require('@slipring/core/codec')
const { f64, list, string, struct } = require('@slipring/core/schema')
const { Pool, Worker, isMainThread, parentPort } = require('@slipring/worker')

const VALUE = { name: 'required', when: new Date(0), list: [1, -0, null, undefined], map: new Map([['k', 1n]]) }
const Ticker = struct({ symbol: string, last: f64, trades: list(f64) })
const TICKER = { symbol: 'BTC-USD', last: 67890.5, trades: [1, 2] }

if (isMainThread) void main()
else parentPort.on('message', (message) => parentPort.postMessage(message))

async function main() {
  for (const entry of ['', '/pool', '/ring', '/state'])
    assert.ok(Object.keys(require(`@slipring/core${entry}`)).length > 0, entry)
  assert.ok(Object.keys(require('@slipring/browser')).length > 0)
  assert.deepEqual(decode(encode(VALUE)), VALUE)
  assert.deepEqual(Ticker.decode(Ticker.encode(TICKER)), TICKER)

  const worker = new Worker(__filename)
  worker.postMessage(VALUE)
  assert.deepEqual(await worker.port.receive({ timeout: 20_000 }), VALUE)
  assert.equal(worker.port.mode, 'shared')
  await worker.terminate()

  const filename = `${__dirname}/task.cjs`
  assert.ok(existsSync(filename))
  const pool = new Pool({ filename, maxThreads: 1 })
  assert.equal(await pool.run(20, { name: 'twice' }), 40)
  await pool.close()
  console.log('CommonJS: every entry is required, a worker answers, and a pool runs a task')
}
