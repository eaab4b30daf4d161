// @ts-nocheck: it is run as it stands.
import workerpool from 'workerpool'
import { fail, fill, later } from './tasks.worker.mjs'

workerpool.worker({
  add: (a, b) => a + b,
  fail,
  later,
  fill: (buffer) => new workerpool.Transfer(fill(buffer), [buffer]),
  tell: (count) => {
    for (let number = 0; number < count; number++) workerpool.workerEmit({ number })
    return 'told'
  },
})
