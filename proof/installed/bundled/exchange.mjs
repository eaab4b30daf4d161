/** The rest of a user's program for a bundler. */

import assert from 'node:assert/strict'
import { f64, struct } from '@slipring/core/schema'
import { serve } from '@slipring/nats/serve'
import { MessageChannel, Pool } from '@slipring/worker'
import { Piscina } from '@slipring/worker/piscina'

const Point = struct({ x: f64, y: f64 })

/**
 * @param {import('@slipring/worker').Worker} worker
 * @param {string} filename of the tasks: a path, or a URL
 */
export async function exchange(worker, filename) {
  worker.postMessage(Point.encode({ x: 1, y: 2 }))
  assert.deepEqual(Point.decode(await worker.port.receive({ timeout: 20_000 })), { x: 1, y: 2 })
  assert.equal(worker.port.mode, 'shared')
  await worker.terminate()

  const { port1, port2 } = new MessageChannel()
  port1.postMessage('by a channel')
  assert.equal(await port2.receive({ timeout: 20_000 }), 'by a channel')
  port1.close()

  const pool = new Pool({ filename, maxThreads: 2 })
  const results = await Promise.all([pool.run(1), pool.run(20, { name: 'twice' })])
  assert.deepEqual(results, [2, 40])
  assert.equal(pool.stats().workers.length, 2)
  await assert.rejects(pool.run(1, { name: 'none' }), isShort(/it has default, twice/))
  await pool.close()
  const face = new Piscina({ filename, maxThreads: 1 })
  assert.equal(await face.run(1), 2)
  await face.close()

  const missing = filename.replace(/tasks(?=\.[cm]js$)/, 'missing')
  await assert.rejects(new Pool({ filename: missing }).run(1), isShort(/missing\.[cm]js/))
  // Without NATS: its threads look for the module first.
  const closed = new Promise(() => {})
  const connection = { publish() {}, closed: () => closed, status: () => [] }
  const serving = serve({ connection: /** @type {any} */ (connection), subject: 'jobs', filename: missing })
  await assert.rejects(serving, (error) => isShort(/missing\.[cm]js/)(error.cause))
  console.log('worker, channel, pools, server')
  // The connection is never closed.
  process.exit()
}

/**
 * Whether an error says this, and does not have the text of a thread's script in it.
 * @param {RegExp} words
 * @returns {(error: Error) => boolean}
 */
function isShort(words) {
  return ({ message, stack }) => {
    assert.match(message, words)
    assert.ok(`${stack}`.length < 5000, stack)
    return true
  }
}
