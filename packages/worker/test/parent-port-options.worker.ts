/** Posts without a pause until it is refused, or so many, and then what its port says of that. */

import { parentPort } from '@slipring/worker'
import { workerData } from 'node:worker_threads'

const port = parentPort!
const error = flood(workerData as number)
const { growths, bytesSent } = port.stats()
await port.ready
port.postMessage({ error, growths, bytesSent, highWaterMark: port.highWaterMark })

function flood(count: number): string | undefined {
  try {
    for (let number = 0; number < count; number++) port.postMessage({ number, text: 'x'.repeat(500) })
    return undefined
  } catch (thrown) {
    return (thrown as Error).name
  }
}
