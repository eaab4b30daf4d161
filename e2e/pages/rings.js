/** Messages go from one worker over a ring to another, and from there over a second ring to this page. */

import { decode } from '@slipring/core/codec'
import { createRing, openConsumer } from '@slipring/core/ring'
import { messageNumbered } from './messages.js'

// Small, so that both workers park often, the one for room and the other for records.
const CAPACITY = 16_384
const MESSAGES = 50_000

globalThis.result = run()

async function run() {
  const first = createRing({ capacity: CAPACITY })
  const second = createRing({ capacity: CAPACITY })
  const failed = Promise.race([
    start('ring-producer.js', { target: first, messages: MESSAGES }),
    start('ring-relay.js', { source: first, target: second }),
  ])
  return Promise.race([receiveAll(second), failed])
}

/**
 * Starts a worker; the promise only ever rejects.
 * @param {string} script
 * @param {object} task
 * @returns {Promise<never>}
 */
function start(script, task) {
  const worker = new Worker(new URL(script, import.meta.url), { type: 'module' })
  worker.postMessage(task)
  return new Promise((_, reject) => {
    worker.addEventListener('error', (event) => reject(new Error(`${script}: ${event.message}`)))
  })
}

/** @param {SharedArrayBuffer} ring */
async function receiveAll(ring) {
  const consumer = openConsumer(ring)
  const { data, capacity } = consumer.region
  const bytes = new Uint8Array(ring, data.byteOffset, capacity)
  const counts = { received: 0, wrong: 0 }
  for (;;) {
    while (consumer.peek()) {
      const message = decode(bytes.subarray(consumer.offset, consumer.offset + consumer.length))
      if (JSON.stringify(message) !== JSON.stringify(messageNumbered(counts.received))) counts.wrong++
      counts.received++
      consumer.release()
    }
    consumer.publishRelease()
    if (consumer.isProducerClosed() && !consumer.peek()) return counts
    // A window may not block: it looks again in its next turn.
    await new Promise((resolve) => setTimeout(resolve))
  }
}
