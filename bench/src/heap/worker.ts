/** Reads the records of main.ts by views, and answers how much its heap has grown. */

import { parentPort } from '@slipring/worker'
import { collectGarbage, Ticker } from './ticker.ts'

const port = parentPort!
let sum = 0
let before = 0
port.channel(Ticker).onrecord = ({ last, bid, ask, volume }) => {
  sum += last + bid + ask + volume
}
port.on('message', (message) => {
  const used = process.memoryUsage().heapUsed
  if (message === 'end') port.postMessage(Number.isNaN(sum) ? NaN : used - before)
  collectGarbage()
  before = process.memoryUsage().heapUsed
})
