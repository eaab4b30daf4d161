/** Posts `count` numbers, notifies at `ended` and ends at once: by itself for code 0, else by `process.exit`. */

import { workerData } from 'node:worker_threads'
import { parentPort } from '@slipring/worker'

const { count, code = 0, ended } = workerData as { count: number; code?: number; ended?: Int32Array }
for (let number = 0; number < count; number++) parentPort!.postMessage(number)
if (ended !== undefined) {
  Atomics.store(ended, 0, 1)
  Atomics.notify(ended, 0)
}
if (code !== 0) process.exit(code)
