/** Knows nothing of Slipring: posts `count` numbers, ends, and says so to a thread that blocks. */

import { parentPort, workerData } from 'node:worker_threads'

const { count, ended } = workerData as { count: number; ended: Int32Array }
process.once('exit', () => {
  Atomics.store(ended, 0, 1)
  Atomics.notify(ended, 0)
})
for (let number = 0; number < count; number++) parentPort!.postMessage(number)
process.exit(0)
