/** Slipring as a drop-in: the program of post-message.ts with the import changed. */

import { parentPort, Worker } from '#slipring'
import { lineOver, lineTo, workerArguments } from '#threads'
import { answer, type Transport } from '../transport.ts'

export const transport: Transport = {
  connect(task) {
    const worker = new Worker(...workerArguments(task))
    return {
      ...lineTo(worker),
      check() {
        if (worker.port.mode !== 'shared') throw new Error('the port does not share memory')
      },
    }
  },
  serve: (peer) => answer(lineOver(parentPort!), peer),
}
