/** Attaches to the offer in its workerData, or in its first native message, and echoes until it is told to close. */

import { parentPort, workerData } from 'node:worker_threads'
import { attach } from '@slipring/worker'

if (workerData === null) parentPort.once('message', serve)
else serve(workerData)

function serve(offer) {
  const port = attach(offer)
  port.on('message', (message) => (message === 'close' ? port.close() : port.postMessage(message)))
}
