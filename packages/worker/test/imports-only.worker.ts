/** Loads the package, and keeps to the native port for all its messages. */

import { parentPort } from 'node:worker_threads'
import { createChannel } from '@slipring/worker'

parentPort!.postMessage(typeof createChannel)
parentPort!.on('message', (message) => parentPort!.postMessage(message))
