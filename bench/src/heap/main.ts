/**
 * `npm run bench:heap`: what `write` with views leaves on both heaps for each record, over 1,000,000 records of Ticker between
 * two threads, round after round.
 */

import { Worker } from '@slipring/worker'
import { collectGarbage, Ticker } from './ticker.ts'

const RECORDS = 1_000_000
const ROUNDS = 4

// Without rings that grow: their memory is no heap, but the objects around it are.
const worker = new Worker(new URL('./worker.ts', import.meta.url), { capacity: 1 << 26 })
const ticks = worker.port.channel(Ticker)
await ticks.opened

let number = 0
const fill = (tick: { symbol: string; last: number; bid: number; ask: number; volume: number }): void => {
  tick.symbol = 'BTC-USD'
  tick.last = number + 0.5
  tick.bid = number + 0.25
  tick.ask = number + 0.75
  tick.volume = number * 1.5
}

console.log(`bytes of heap for each of ${RECORDS.toLocaleString('en')} records of Ticker`)
for (let round = 1; round <= ROUNDS; round++) {
  worker.postMessage('begin')
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  for (number = 0; number < RECORDS; number++) ticks.write(fill)
  const after = process.memoryUsage().heapUsed
  const received = new Promise<number>((resolve) => worker.once('message', resolve))
  worker.postMessage('end')
  const [sent, read] = [(after - before) / RECORDS, (await received) / RECORDS]
  console.log(
    `round ${round}: write ${sent.toFixed(2)}, view ${read.toFixed(2)}${round === 1 ? ' (code not yet hot)' : ''}`,
  )
}
await worker.terminate()
