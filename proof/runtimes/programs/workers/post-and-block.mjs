/** Posts `count` numbers and never gives its thread back. */

import { workerData } from 'node:worker_threads'
import { attach, parentPort } from '@slipring/worker'

const { offer, count, block } = workerData
const port = offer === undefined ? parentPort : attach(offer)
for (let number = 0; number < count; number++) port.postMessage(number)
if (block === 'wait') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
for (;;);
