/** Waits as its workerData says while a listener comes and goes, and tells what it has got. */

import { workerData } from 'node:worker_threads'
import { channelOf } from '@slipring/core/channel'
import { f64, struct } from '@slipring/core/schema'
import { parentPort } from '@slipring/worker'

const port = parentPort!
const listener = (): void => {}

port.on('message', listener)
const waiting: Promise<unknown> =
  workerData === 'receive' ? port.receive() : port.channel(channelOf(struct({ number: f64 }))).receive()
port.off('message', listener)
port.postMessage(['got', await waiting])
