/** Ends by itself once the last task is done, although the pool is never closed. */

import { Pool } from '@slipring/worker'

const filename = new URL('tasks.worker.ts', import.meta.url)
const pool = new Pool<typeof import('./tasks.worker.ts')>({ filename, minThreads: 2, maxThreads: 2 })
void pool.run(1).then((result) => {
  console.log('first', result)
  // Nothing else holds the process by now.
  void pool.run(100, { name: 'wait' }).then((waited) => console.log('last', waited))
})
