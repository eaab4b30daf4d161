/** Posts more than its ring holds, and blocks until there is room; then answers what it hears. */

import { workerData } from 'node:worker_threads'
import { attach } from '@slipring/worker'

const port = attach(workerData, { whenFull: 'block' })
port.on('message', (message) => port.postMessage(`heard: ${message}`))
setTimeout(() => {
  port.postMessage('begin')
  for (let number = 0; number < 50; number++) port.postMessage({ number, padding: 'x'.repeat(300) })
  port.postMessage('all posted')
}, 100)
