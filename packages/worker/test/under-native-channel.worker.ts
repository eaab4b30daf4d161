/** Tells what comes of opening a typed channel here. */

import { f64 } from '@slipring/core/schema'
import { parentPort } from '@slipring/worker'

try {
  parentPort!.channel(f64).send(1)
  parentPort!.postMessage('sent')
} catch (error) {
  parentPort!.postMessage(String(error))
}
