/** Takes native messages one by one while it waits for a connection, with work in between, and posts what it got. */

import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { accept, acceptSync } from '@slipring/worker'

const isSync = workerData === 'sync'
const work = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 30))

const connected = isSync ? acceptSync() : accept()
const messages: unknown[] = []
while (messages.length < 4) {
  await work()
  const [message] = (await once(parentPort!, 'message')) as unknown[]
  // The messages of the handshake are seen only by a listener that was there before `accept`.
  if (typeof message === 'string') messages.push(message)
  if (messages.length === 2 && !isSync) parentPort!.postMessage('two are here')
}
await connected
parentPort!.postMessage(messages)
