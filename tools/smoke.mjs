/** A user's program on the installed packages: every entry point is imported, and a worker echoes what it gets. */

import assert from 'node:assert/strict'
import { isMainThread } from 'node:worker_threads'
import * as browser from '@slipring/browser'
import * as core from '@slipring/core'
import * as channel from '@slipring/core/channel'
import { decode, encode } from '@slipring/core/codec'
import * as ring from '@slipring/core/ring'
import { f64, list, string, struct } from '@slipring/core/schema'
import * as state from '@slipring/core/state'
import * as nats from '@slipring/nats'
import * as natsServe from '@slipring/nats/serve'
import * as platform from '@slipring/worker'
import { Worker, parentPort } from '@slipring/worker'

const VALUE = {
  name: 'smoke',
  when: new Date(0),
  list: [1, -0, 1.5, null, undefined],
  map: new Map([['k', new Set([1n])]]),
}

const Ticker = struct({ symbol: string, last: f64, trades: list(f64) })
const TICKER = { symbol: 'BTC-USD', last: 67890.5, trades: [1, 2] }

if (isMainThread) await main()
else echo()

async function main() {
  for (const part of [core, channel, ring, state, browser, platform, nats, natsServe]) {
    const named = Object.entries(part).filter(([, value]) => typeof value === 'function')
    assert.ok(named.length > 0)
    // A bundler gives another name to one of two that are called the same.
    // One has the name of the platform's class in whose place it is.
    for (const [name, value] of named) assert.equal(value.name, name === 'NodePort' ? 'MessagePort' : name)
  }
  assert.deepEqual(decode(encode(VALUE)), VALUE)
  assert.deepEqual(Ticker.decode(Ticker.encode(TICKER)), TICKER)
  assert.equal(Ticker.view(Ticker.encode(TICKER)).last, TICKER.last)
  // A server that renders pages imports what they import.
  assert.equal(browser.parentPort, null)

  const worker = new Worker(new URL(import.meta.url))
  const reply = await new Promise((resolve, reject) => {
    worker.on('message', resolve)
    worker.on('error', reject)
    worker.on('exit', (code) => reject(new Error(`The worker ended with ${code} before it answered`)))
    worker.postMessage(VALUE)
  })
  assert.deepEqual(reply, VALUE)
  await worker.terminate()
  console.log(`Node ${process.version}: the packed packages import, encode, decode and echo`)
}

function echo() {
  parentPort?.on('message', (value) => parentPort?.postMessage(value))
}
