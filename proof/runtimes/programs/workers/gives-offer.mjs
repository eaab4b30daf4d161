/** Makes a channel, hands its offer to the parent, says one thing on it, and stays; a `deaf` one does not listen. */

import { parentPort, workerData } from 'node:worker_threads'
import { createChannel } from '@slipring/worker'

const { port, offer, transfer } = createChannel()
parentPort.postMessage({ offer }, transfer)
if (workerData === 'deaf') setInterval(() => {}, 1000)
else port.on('message', (message) => parentPort.postMessage({ echoed: message }))
port.postMessage('hello')
