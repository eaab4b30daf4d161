/** Posts without a pause until it is refused, or so many, and then what its port says of that. */

import { workerData } from 'node:worker_threads'
import { parentPort } from '@slipring/worker'

const error = flood(workerData)
const { growths } = parentPort.stats()
await parentPort.ready
parentPort.postMessage({ error, growths, highWaterMark: parentPort.highWaterMark })

function flood(count) {
  try {
    for (let number = 0; number < count; number++) parentPort.postMessage({ number, text: 'x'.repeat(500) })
    return null
  } catch (thrown) {
    return thrown.name
  }
}
