/** The other side of typed-threads.test.ts: does what its workerData says. */

import { workerData } from 'node:worker_threads'
import { parentPort } from '@slipring/worker'
import { Large, sendPlan, Small } from './typed-plan.ts'

const port = parentPort!
const small = port.channel(Small, { name: 'small' })
const large = port.channel(Large, { name: 'large' })

switch (workerData.does) {
  case 'tells':
    // Posts the numbers that it got, in order, when the last has come.
    {
      const got: number[] = []
      const add = (number: number): void => {
        got.push(number)
        if (got.length === workerData.count) port.postMessage(got)
      }
      small.onrecord = ({ number }) => add(number)
      large.onrecord = ({ number, text }) => add(text.length === number % 7000 ? number : -1)
      port.on('message', ({ number }) => add(number))
    }
    break
  case 'sends':
    sendPlan(port, small, large, workerData.seed, workerData.count)
    if (workerData.last === 'exit') process.exit()
    // Posted is posted, also by a thread that never returns to its event loop.
    if (workerData.last === 'block') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    if (workerData.last === 'throw') throw new Error('after the last record')
    break
}
