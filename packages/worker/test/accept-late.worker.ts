/** Waits for the connection of its parent, and posts the first four native messages as they were told to it. */

import { parentPort } from 'node:worker_threads'
import { accept } from '@slipring/worker'

await accept()
const messages: unknown[] = []
parentPort!.on('message', (message) => {
  if (messages.push(message) === 4) parentPort!.postMessage(messages)
})
