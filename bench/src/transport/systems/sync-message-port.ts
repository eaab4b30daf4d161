/** sync-message-port: both threads block for each other, on counters in shared memory beside a native port. */

import { SyncMessagePort } from 'sync-message-port'
import { lineOver, lineTo, Worker, workerArguments, workerTask } from '#threads'
import type { MessagePort } from 'node:worker_threads'
import type { Transport } from '../transport.ts'

export const transport: Transport = {
  connect(task) {
    const { port1, port2 } = SyncMessagePort.createChannel()
    const port = new SyncMessagePort(port1)
    const [url, options] = workerArguments({ ...task, offer: port2 })
    const worker = new Worker(url, { ...options, transferList: [port2] } as never)
    return {
      ...lineTo(worker),
      ...lineOver(port1),
      exchange(value) {
        port.postMessage(value)
        return port.receiveMessage()
      },
    }
  },
  serve(peer) {
    const port = new SyncMessagePort(workerTask.offer as MessagePort)
    for (;;) port.postMessage(peer(port.receiveMessage(), (value) => port.postMessage(value)))
  },
}
