/** Piscina with one thread: every message is a task, every answer its result. */

import { Piscina } from 'piscina'
import { lineOfCalls } from '../calls.ts'
import type { Transport } from '../transport.ts'

export const transport: Transport = {
  connect(task) {
    const pool = new Piscina({
      filename: new URL('../piscina-worker.ts', import.meta.url).href,
      workerData: task,
      minThreads: 1,
      maxThreads: 1,
      // More than are ever in flight: from its queue they would come out of order.
      concurrentTasksPerWorker: 1 << 20,
      maxQueue: Infinity,
    })
    const { promise: failed, reject } = Promise.withResolvers<never>()
    pool.once('error', reject)
    failed.catch(() => {})
    return lineOfCalls((value) => pool.run(value), { ready: Promise.resolve(), failed, close: () => pool.destroy() })
  },
  serve() {
    throw new Error('Piscina finds its task in the module it loads: piscina-worker.ts')
  },
}
