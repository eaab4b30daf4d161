/** Two BroadcastChannels, one for each direction: a sender does not hear itself. */

import { BroadcastChannel } from 'node:worker_threads'
import { lineTo, parentPort, Worker, workerArguments, workerTask } from '#threads'
import type { End } from '../../threads/line.ts'
import { answer, type Transport } from '../transport.ts'

let lines = 0

export const transport: Transport = {
  connect(task) {
    const name = `slipring-bench ${process.pid} ${performance.timeOrigin} ${++lines}`
    const channel = new BroadcastChannel(name)
    const worker = new Worker(...workerArguments({ ...task, offer: { name } }))
    // A channel keeps nothing for those who are not there yet.
    const ready = new Promise<void>((resolve) => worker.once('message', () => resolve()))
    const line = lineTo(worker)
    return {
      ...line,
      ...endOf(channel),
      ready,
      async close() {
        channel.close()
        await line.close()
      },
    }
  },
  serve(peer) {
    const { name } = workerTask.offer as { name: string }
    answer(endOf(new BroadcastChannel(name)), peer)
    parentPort.postMessage('ready')
    // A channel alone does not keep a thread alive for sure; its parent ends it.
    parentPort.ref()
  },
}

function endOf(channel: BroadcastChannel): End {
  return {
    post: (value) => channel.postMessage(value),
    receive(handler) {
      channel.onmessage = (event: unknown) => handler((event as { data: unknown }).data)
    },
  }
}
