/** Counts the messages it gets in shared memory. */

import { workerData } from 'node:worker_threads'
import { attach, parentPort } from '@slipring/worker'

const { offer, counter } = workerData
const port = offer === undefined ? parentPort : attach(offer)
port.on('message', (number) => {
  if (Atomics.load(counter, 0) !== number) Atomics.store(counter, 1, 1)
  Atomics.add(counter, 0, 1)
  Atomics.notify(counter, 0)
})
