/** Slipring between two threads that never return to their event loops: each blocks for the other's message. */

import { attach, createChannel, receiveMessageSync } from '@slipring/worker'
import { lineOver, lineTo, Worker, workerArguments, workerTask } from '#threads'
import type { Transport } from '../transport.ts'

export const transport: Transport = {
  connect(task) {
    const { port, offer, transfer } = createChannel()
    const [url, options] = workerArguments({ ...task, offer })
    const worker = new Worker(url, { ...options, transferList: [...transfer] } as never)
    return {
      ...lineTo(worker as never),
      ...lineOver(port as never),
      exchange(value) {
        port.postMessage(value)
        const received = receiveMessageSync(port)
        if (received === undefined) throw new Error('the worker has ended')
        return received.message
      },
    }
  },
  serve(peer) {
    const port = attach(workerTask.offer as never)
    for (let next = receiveMessageSync(port); next !== undefined; next = receiveMessageSync(port))
      port.postMessage(peer(next.message, (value) => port.postMessage(value)))
  },
}
