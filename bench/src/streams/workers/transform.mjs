/** Writes values to a `TransformStream` whose readable end has moved to the main thread. */

import { parentPort } from 'node:worker_threads'

// Not once: a worker without a listener ends.
parentPort?.on('message', async (/** @type {unknown[]} */ inputs) => {
  const { readable, writable } = new TransformStream()
  parentPort?.postMessage(readable, [readable])
  const writer = writable.getWriter()
  for (let next = 0; ; next++) {
    await writer.ready
    // It rejects when the other side has ended, and then so does the wait.
    void writer.write(inputs[next % inputs.length]).catch(() => {})
  }
})
