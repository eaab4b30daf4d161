/** Fills the ring of one channel, blocks for room there, and then posts on another one. */

import { parentPort } from 'node:worker_threads'
import { createChannel } from '@slipring/worker'

const one = createChannel({ capacity: 4096, maxCapacity: 0, whenFull: 'block' })
const two = createChannel()
parentPort!.postMessage([one.offer, two.offer], [...one.transfer, ...two.transfer])
const RECORD_BYTES = 96
const text = 'x'.repeat(80)
while (one.port.bufferedAmount + RECORD_BYTES <= 4096) one.port.postMessage(text)
parentPort!.postMessage('full')
for (let more = 0; more < 3; more++) one.port.postMessage(text)
two.port.postMessage('go on')
