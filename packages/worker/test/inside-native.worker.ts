/** Knows nothing of Slipring, but its own worker does. */

import { parentPort, Worker } from 'node:worker_threads'

const inner = new Worker(new URL('says-mode.worker.ts', import.meta.url))
inner.on('message', (message) => parentPort!.postMessage(['from the inner one', message]))
parentPort!.on('message', (message) => parentPort!.postMessage(['from the outer one', message]))
