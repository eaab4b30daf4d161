/** thread-stream: text through shared memory to a worker, one line of JSON a message. Answers come back as its events. */

import { fileURLToPath } from 'node:url'
import ThreadStream from 'thread-stream'
import type { Transport } from '../transport.ts'
import { REPLY } from '../thread-stream-worker.ts'

export const transport: Transport = {
  connect(task) {
    const filename = fileURLToPath(new URL('../thread-stream-worker.ts', import.meta.url))
    const stream = new ThreadStream({ filename, workerData: task })
    const { promise: failed, reject } = Promise.withResolvers<never>()
    stream.on('error', reject)
    failed.catch(() => {})
    return {
      post: (value) => void stream.write(`${JSON.stringify(value)}\n`),
      receive: (handler) => void stream.on(REPLY, handler),
      ready: new Promise((resolve) => stream.once('ready', resolve)),
      failed,
      close: () => stream.end(),
    }
  },
  serve() {
    throw new Error('thread-stream finds its end in the module it loads: thread-stream-worker.ts')
  },
}
