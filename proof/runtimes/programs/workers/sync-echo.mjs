/** Serves without ever returning to its event loop, until the port ends. On the drop-in port it says first that it begins. */

import { workerData } from 'node:worker_threads'
import { attach, parentPort, receiveMessageSync } from '@slipring/worker'

const isAsked = workerData !== null && workerData !== 'silent'
const port = isAsked ? attach(workerData) : parentPort
if (workerData === null) port.postMessage('ready')
for (let next; (next = receiveMessageSync(port)) !== undefined;) port.postMessage(next.message)
