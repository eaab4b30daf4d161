/** Attaches to the offer in its workerData and echoes, until it is told to close. */

import { workerData } from 'node:worker_threads'
import { attach } from '@slipring/worker'

const port = attach(workerData)
port.on('message', (message) => {
  if (message === 'close') port.close()
  else port.postMessage(message)
})
