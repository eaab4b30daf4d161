/** A line to a worker of Slipring: what is measured is that its port shares memory. */

import type { Worker } from '#slipring'
import { lineTo } from '#threads'
import type { Line } from '../threads/line.ts'

export function sharedLineTo(worker: Worker): Line {
  return {
    ...lineTo(worker),
    check() {
      if (worker.port.mode !== 'shared') throw new Error('the port does not share memory')
    },
  }
}
