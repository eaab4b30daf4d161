/** Slipring as a drop-in: the program of post-message.ts with the import changed. */

import { Worker, parentPort } from '@slipring/worker'
import type { Adapter } from '../systems.ts'

export const adapter: Adapter = {
  connect(script, options) {
    const worker = new Worker(script, options)
    return {
      worker,
      post: (value) => worker.postMessage(value),
      receive: (handler) => void worker.on('message', handler),
    }
  },

  accept() {
    return {
      post: (value) => parentPort?.postMessage(value),
      receive: (handler) => void parentPort?.on('message', handler),
    }
  },
}
