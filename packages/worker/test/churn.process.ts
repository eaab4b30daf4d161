/** Makes channels, uses them and closes them, and prints by how many MiB the process has grown at most. */

import { setImmediate as nextTask } from 'node:timers/promises'
import { attach, createChannel } from '@slipring/worker'

const CHANNELS = 4000
const TOGETHER = 50

const before = process.memoryUsage().rss
let most = before
for (let made = 0; made < CHANNELS; made++) {
  const { port, offer } = createChannel()
  const other = attach(offer)
  port.postMessage(made)
  other.takeMessage()
  port.close()
  other.close()
  if (made % TOGETHER !== 0) continue
  await nextTask()
  most = Math.max(most, process.memoryUsage().rss)
}
console.log(Math.round((most - before) / (1 << 20)))
