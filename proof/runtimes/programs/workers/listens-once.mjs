/** Answers one message and then holds nothing. */

import { parentPort } from '@slipring/worker'

parentPort.once('message', (message) => parentPort.postMessage(message))
