/** tinypool with one thread: every message is a task, every answer its result. */

import { Tinypool } from 'tinypool'
import { lineOfCalls } from '../calls.ts'
import type { Transport } from '../transport.ts'

export const transport: Transport = {
  connect(task) {
    const pool = new Tinypool({
      filename: new URL('../tinypool-worker.ts', import.meta.url).href,
      runtime: 'worker_threads',
      workerData: task,
      minThreads: 1,
      maxThreads: 1,
      // More than are ever in flight: from its queue they would come out of order.
      concurrentTasksPerWorker: 1 << 20,
    })
    const { promise: failed, reject } = Promise.withResolvers<never>()
    pool.once('error', reject)
    failed.catch(() => {})
    return lineOfCalls((value) => pool.run(value), { ready: Promise.resolve(), failed, close: () => pool.destroy() })
  },
  serve() {
    throw new Error('tinypool finds its task in the module it loads: tinypool-worker.ts')
  },
}
