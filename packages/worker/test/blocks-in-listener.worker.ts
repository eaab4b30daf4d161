/** Makes a worker of itself: both post from their listeners with `whenFull: 'block'`, in rings that are full. */

import { parentPort as native, workerData } from 'node:worker_threads'
import { parentPort, Worker } from '@slipring/worker'

if (workerData === 'inner') {
  let count = 0
  parentPort!.on('message', () => {
    if (count++ === 0) for (const end = Date.now() + 100; Date.now() < end;);
    // The fifth blocks: five records of 80 bytes are read by then, fewer than are given back at once.
    parentPort!.postMessage('y'.repeat(900))
  })
  parentPort!.postMessage('ready')
} else {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: 'inner',
    capacity: 4096,
    whenFull: 'block',
    parentPort: { whenFull: 'block' },
  })
  await new Promise((resolve) => worker.once('message', resolve))
  worker.on('message', () => {})
  const text = 'x'.repeat(64)
  do worker.postMessage(text)
  while (worker.port.bufferedAmount <= 4096 - 160)
  for (let count = 0; count < 3; count++) worker.postMessage(text)
  native!.postMessage('done')
  await worker.terminate()
}
