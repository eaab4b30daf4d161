/** Passes an offer on to a worker of its own, and echoes nothing itself. */

import { parentPort, Worker } from 'node:worker_threads'

const inner = new Worker(new URL('attach-echo.mjs', import.meta.url), { workerData: null })
parentPort.once('message', ({ offer, lane }) => inner.postMessage(offer, [lane]))
inner.on('exit', () => process.exit(0))
