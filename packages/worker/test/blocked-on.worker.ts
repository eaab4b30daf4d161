/** Blocks on the port of the offer in its workerData until that ends, then says why. */

import { parentPort, workerData } from 'node:worker_threads'
import { attach, receiveMessageSync } from '@slipring/worker'

const port = attach(workerData)
while (receiveMessageSync(port) !== undefined);
parentPort!.postMessage((await port.closed).reason)
