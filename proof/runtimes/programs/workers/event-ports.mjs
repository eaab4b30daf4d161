/** Tells of each event how many ports it has, and of what comes with it. It listens late, or at once. */

import { workerData } from 'node:worker_threads'
import { parentPort } from '@slipring/worker'

await new Promise((resolve) => setTimeout(resolve, workerData.listensAfterMs))
parentPort.addEventListener('message', ({ data, ports }) => {
  const isSame = data.port !== undefined && ports[0] === data.port
  parentPort.postMessage(`${data.name} ${ports.length}${isSame ? ' the same' : ''}`)
})
if (workerData.listensAfterMs === 0) parentPort.postMessage('listening')
