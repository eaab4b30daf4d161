/** JSON text over the platform's postMessage: what many programs do, because a string clones fast. */

import { Worker, parentPort } from 'node:worker_threads'
import type { Adapter } from '../systems.ts'

export const adapter: Adapter = {
  connect(script, options) {
    const worker = new Worker(script, options)
    return {
      worker,
      post: (value) => worker.postMessage(JSON.stringify(value)),
      receive: (handler) => void worker.on('message', (text: string) => handler(JSON.parse(text))),
    }
  },

  accept() {
    return {
      post: (value) => parentPort?.postMessage(JSON.stringify(value)),
      receive: (handler) => void parentPort?.on('message', (text: string) => handler(JSON.parse(text))),
    }
  },
}
