/** Attaches to each offer that comes natively, and tells what came by it when its port ends, and why that has. */

import { parentPort } from 'node:worker_threads'
import { attach } from '@slipring/worker'

parentPort!.on('message', (offer) => {
  const port = attach(offer)
  const got: unknown[] = []
  port.on('message', (message) => got.push(message))
  void port.closed.then(({ reason }) => parentPort!.postMessage({ got, reason }))
})
