/** Posts `count` numbers, after `afterMs` if so told, notifies at `ended` and ends at once: by itself for code 0, else by `process.exit`. */

import { workerData } from 'node:worker_threads'
import { parentPort } from '@slipring/worker'

interface Told {
  readonly count: number
  readonly code?: number
  readonly ended?: Int32Array
  readonly afterMs?: number
}

const { count, code = 0, ended, afterMs = 0 } = workerData as Told
if (afterMs !== 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, afterMs)
for (let number = 0; number < count; number++) parentPort!.postMessage(number)
if (ended !== undefined) {
  Atomics.store(ended, 0, 1)
  Atomics.notify(ended, 0)
}
if (code !== 0) process.exit(code)
