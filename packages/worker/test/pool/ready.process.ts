/** Ends by itself, although the pool is never closed: its workers wait for nothing. */

import { Pool } from '@slipring/worker'

const pool = new Pool<typeof import('./crew.worker.ts')>({
  filename: new URL('crew.worker.ts', import.meta.url),
  minThreads: 2,
  maxThreads: 2,
  waitForWorkers: true,
})
pool.addEventListener('workerstart', ({ workerId }) => console.log(`worker ${workerId > 0}`))
pool.broadcast(new Int32Array(new SharedArrayBuffer(8)))
await pool.ready
console.log(`ready ${pool.stats().workers.filter(({ isReady }) => isReady).length}`)
console.log(`everywhere ${(await pool.everywhere(undefined)).length}`)
