/** Sends messages back until the last, and then how often its event loop turned in two seconds of silence. */

import { parentPort as nativePort, workerData } from 'node:worker_threads'
import { parentPort } from '@slipring/worker'
import { turnsDuring } from './silence.ts'

const port = workerData === 'native' ? nativePort! : parentPort!
port.on('message', async (message) => port.postMessage(message < 5000 ? message : { turns: await turnsDuring(2000) }))
