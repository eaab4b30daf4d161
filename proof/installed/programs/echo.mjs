/** The worker of `program.mjs`. */

import { parentPort } from '@slipring/worker'

parentPort.on('message', (message) => parentPort.postMessage(message))
