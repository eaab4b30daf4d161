/** Sends `count` messages while it checks that it gets as many, in order; then reports and closes. */

import { parentPort as native, workerData } from 'node:worker_threads'
import { attach, parentPort } from '@slipring/worker'
import { exchange } from '../exchange.mjs'

const { offer, options, count } = workerData
if (offer === undefined) await exchange(parentPort, count).then(() => parentPort.close())
else {
  const port = attach(offer, options)
  native.postMessage(await exchange(port, count).catch((error) => error.message))
  port.close()
}
