/** Passes messages through a worker of its own, which must get a ring of its own. */

import { parentPort, Worker } from '@slipring/worker'

const inner = new Worker(new URL('echo.worker.ts', import.meta.url))
inner.on('message', (message) => parentPort!.postMessage(message))
parentPort!.on('message', (message) => inner.postMessage(message))
