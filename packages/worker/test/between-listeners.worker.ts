/** Posts what it gets 100 ms later, when the other side sleeps, and answers records so too. `native`: by the platform's port. */

import { parentPort as native, workerData } from 'node:worker_threads'
import { channelOf } from '@slipring/core/channel'
import { f64, struct } from '@slipring/core/schema'
import { parentPort } from '@slipring/worker'

const port = workerData === 'native' ? native! : parentPort!
port.on('message', (message: unknown) => setTimeout(() => port.postMessage(message), 100))
if (workerData !== 'native') {
  const channel = parentPort!.channel(channelOf(struct({ number: f64 })))
  channel.onrecord = ({ number }) => void setTimeout(() => channel.send({ number }), 100)
}
