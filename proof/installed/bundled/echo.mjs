/** The worker of the bundled program. */

import { parentPort } from '@slipring/worker'

parentPort.on('message', (message) => parentPort.postMessage(message))
