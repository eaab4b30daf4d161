/** Posts `count` numbers and ends at once: by itself for code 0, else by `process.exit`. */

import { workerData } from 'node:worker_threads'
import { parentPort } from '@slipring/worker'

const { count, code } = workerData as { count: number; code: number }
for (let number = 0; number < count; number++) parentPort!.postMessage(number)
if (code !== 0) process.exit(code)
