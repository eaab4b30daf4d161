/** Posts a native message beside our port, and ends: by closing the port, or with the process. */

import { parentPort as native, workerData } from 'node:worker_threads'
import { parentPort } from '@slipring/worker'

parentPort!.postMessage('ours')
native!.postMessage('beside')
setTimeout(() => (workerData === 'close' ? parentPort!.close() : process.exit(0)), 100)
