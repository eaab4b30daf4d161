/** Listens to its channel, and posts more than its ring can hold: that blocks until somebody reads, or nobody can. */

import { parentPort, workerData } from 'node:worker_threads'
import { attach } from '@slipring/worker'

const port = attach(workerData, { whenFull: 'block' })
port.on('message', () => {})
parentPort.postMessage('begins')
for (let count = 0; count < 2000; count++) port.postMessage('x'.repeat(1000))
