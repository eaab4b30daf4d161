/** Posts its last words and ends a moment later, in the way it is told: the other side is blocked by then. */

import { workerData } from 'node:worker_threads'
import { attach, parentPort } from '@slipring/worker'

const port = workerData.offer === undefined ? parentPort! : attach(workerData.offer)
const how: string = workerData.how ?? workerData
port.postMessage('last words')
setTimeout(() => {
  if (how === 'exit') process.exit(3)
  if (how === 'throw') throw new Error('as told')
  if (how === 'memory') fillMemory()
}, 100)

function fillMemory(): never {
  const kept: unknown[] = []
  for (;;) kept.push(Array.from({ length: 100_000 }, () => ({})))
}
