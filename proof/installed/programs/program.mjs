/** A user's program for a bundler: each file is an entry of its own. */

import assert from 'node:assert/strict'
import { f64, struct } from '@slipring/core/schema'
import { Worker } from '@slipring/worker'

const Point = struct({ x: f64, y: f64 })
const worker = new Worker(new URL('./echo.mjs', import.meta.url))
worker.postMessage(Point.encode({ x: 1, y: 2 }))
assert.deepEqual(Point.decode(await worker.port.receive({ timeout: 20_000 })), { x: 1, y: 2 })
assert.equal(worker.port.mode, 'shared')
await worker.terminate()
console.log('bundle for Node: a worker answers over the ring')
