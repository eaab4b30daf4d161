/** Reads the state of a port of its own by blocking, and posts what it got by the native port. */

import { parentPort, workerData } from 'node:worker_threads'
import { attach } from '@slipring/worker'
import { Numbers } from './state-schemas.ts'

const { reader } = attach(workerData).state(Numbers)
if (await reader.changed()) reader.latest()
parentPort!.postMessage('there')
while (reader.changedSync()) parentPort!.postMessage(reader.latest()!.all[0])
parentPort!.postMessage(`ended ${reader.hasEnded}`)
