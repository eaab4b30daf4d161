/** Sends every message back, from a loop of its own. */

import { parentPort } from '@slipring/worker'

for await (const message of parentPort!) parentPort!.postMessage(message)
