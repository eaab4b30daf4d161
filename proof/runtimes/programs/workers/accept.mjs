/** Takes the connection of its parent, and echoes on it and on the native port beside it. */

import { parentPort, workerData } from 'node:worker_threads'
import { accept, acceptSync } from '@slipring/worker'

const port = workerData === 'sync' ? acceptSync() : await accept()
port.on('message', (message) => port.postMessage(message))
parentPort.on('message', (message) => parentPort.postMessage(message))
