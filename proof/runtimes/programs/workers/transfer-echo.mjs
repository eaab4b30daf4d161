/** Sends back what it gets, and transfers it. */

import { parentPort } from '@slipring/worker'

parentPort.on('message', (message) => parentPort.postMessage(message, [message.transferred]))
