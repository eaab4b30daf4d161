/** Makes a channel, hands its offer to the parent, says one thing on it, and stays. */

import { parentPort } from 'node:worker_threads'
import { createChannel } from '@slipring/worker'

const { port, offer, transfer } = createChannel()
port.on('message', () => {})
port.postMessage('hello')
parentPort!.postMessage(offer, transfer as never)
