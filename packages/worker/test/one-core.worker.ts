/** Sends every message back, after some milliseconds of work and a few promises. */

import { parentPort, workerData } from '@slipring/worker'

parentPort!.on('message', async (message) => {
  for (let hops = 0; hops < 5; hops++) await undefined
  const end = performance.now() + (workerData as number)
  while (performance.now() < end);
  parentPort!.postMessage(message)
})
