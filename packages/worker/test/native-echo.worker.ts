/** Knows nothing of Slipring. */

import { parentPort } from 'node:worker_threads'

parentPort!.on('message', (message) => parentPort!.postMessage(message))
