/** Attaches to each offer that comes natively. Tells when a message has come by it; and when its port ends, which have and why. */

import { parentPort } from 'node:worker_threads'
import { attach } from '@slipring/worker'

parentPort!.on('message', (offer) => {
  // Then each post to it needs stack for a native message, too.
  const port = attach(offer, { waitStrategy: 'park', wakeBy: 'port' })
  const got: unknown[] = []
  port.on('message', (message) => {
    if (got.push(message) === 1) parentPort!.postMessage('come')
  })
  void port.closed.then(({ reason }) => parentPort!.postMessage({ got, reason }))
})
