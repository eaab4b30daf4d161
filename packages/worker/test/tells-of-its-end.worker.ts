/** Says in shared memory when its port has ended. */

import { workerData } from 'node:worker_threads'
import { parentPort } from '@slipring/worker'

parentPort!.on('message', () => {})
void parentPort!.closed.then(() => Atomics.store(workerData as Int32Array, 0, 1))
parentPort!.postMessage('ready')
