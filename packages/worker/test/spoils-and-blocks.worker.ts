/** Spoils a message of its own before anybody reads it, and posts on, blocking for room. Says in shared memory how far it is. */

import { getEnvironmentData, workerData } from 'node:worker_threads'

// As in core's layout.ts.
const CONTROL_BYTES = 1024
const RECORD_HEADER_BYTES = 8

// Before our package takes it.
const left = getEnvironmentData('@slipring/worker offer') as unknown as {
  offer: { offer: { rings: SharedArrayBuffer[] } }
}
const { rings } = left.offer.offer
const { parentPort } = await import('@slipring/worker')
const [progress, text] = [workerData as Int32Array, 'y'.repeat(200)]
parentPort!.postMessage(text)
// Flags that no message has.
new Uint8Array(rings[1]!, CONTROL_BYTES + RECORD_HEADER_BYTES)[0] = 0xff
Atomics.store(progress, 0, 1)
Atomics.notify(progress, 0)
for (let count = 0; count < 100; count++) parentPort!.postMessage(text)
Atomics.store(progress, 1, 1)
