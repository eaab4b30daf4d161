/** The other end of the ring that is checked, in Node, Bun and Deno. */

import { parentPort } from '@slipring/worker'

parentPort?.on('message', (message: unknown) => parentPort?.postMessage(message))
