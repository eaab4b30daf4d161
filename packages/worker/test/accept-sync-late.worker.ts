/** Takes the connection of its parent in a timer, and posts the first four native messages as they were told to it. */

import { parentPort } from 'node:worker_threads'
import { acceptSync } from '@slipring/worker'

setTimeout(() => {
  acceptSync()
  // Within the same task still.
  void Promise.resolve().then(() => parentPort!.on('message', take))
}, 20)

const messages: unknown[] = []
function take(message: unknown): void {
  if (messages.push(message) === 4) parentPort!.postMessage(messages)
}
