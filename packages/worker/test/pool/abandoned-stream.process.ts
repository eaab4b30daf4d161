/** Ends by itself, although a stream was begun that nobody reads or leaves. A pool leaves such a stream that was collected. */

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { setTimeout } from 'node:timers/promises'
import { Pool } from '@slipring/worker'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const filename = new URL('streams.worker.ts', import.meta.url)
const pool = new Pool<typeof import('./streams.worker.ts')>({ filename, maxThreads: 1 })
const words = new Int32Array(new SharedArrayBuffer(8))

async function abandon(): Promise<void> {
  const first = pool.stream(words, { name: 'listening' }).next()
  // Somebody waits for its value: it is not abandoned yet.
  for (let round = 0; round < 5; round++) {
    collect()
    await setTimeout(1)
  }
  const { value } = await first
  console.log('first', value)
}

await abandon()
for (let round = 0; round < 500 && pool.pending > 0; round++) {
  collect()
  await setTimeout(5)
}
console.log(`left ${pool.pending}, ended ${words[1]}`)
void pool.stream({ count: Infinity }).next()
