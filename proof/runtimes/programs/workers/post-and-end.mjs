/** Posts `count` numbers and ends at once, in the way it is told. */

import { workerData } from 'node:worker_threads'
import { attach, parentPort } from '@slipring/worker'

const { offer, count, end } = workerData
const port = offer === undefined ? parentPort : attach(offer)
for (let number = 0; number < count; number++) port.postMessage(number)
if (end === 'close') port.close()
if (end === 'exit 0') process.exit(0)
if (end === 'exit 7') process.exit(7)
if (end === 'throw') throw new Error('on purpose')
