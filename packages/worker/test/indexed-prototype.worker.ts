/** Sends every message back, in a thread whose prototypes have properties named by an index. */

import { parentPort, workerData } from '@slipring/worker'
import { spoilPrototype } from './indexed-prototype.ts'

spoilPrototype(workerData as string)
parentPort!.on('message', (message: { port?: unknown }) => {
  parentPort!.postMessage(message.port === undefined ? message : { port: typeof message.port })
})
