/** To a worker and back, by the platform and by us, for runtimes that the suite transport does not know: Bun and Deno. */

import { exchange, suite } from '@slipring/bench'
import { accept, connect } from '@slipring/worker'
import type { MessagePort, Worker } from 'node:worker_threads'
import { inputsOf, type Workload } from '../workload.ts'
import { largeBytes } from '../workloads/bytes.ts'
import { order } from '../workloads/order.ts'
import { asciiText, text } from '../workloads/text.ts'
import { tiny } from '../workloads/tiny.ts'
import { user } from '../workloads/user.ts'

const longText: Workload = { name: 'text 100000', index: 11, pool: 16, make: (random) => asciiText(random, 100_000) }
/** An object whose size is that of its texts: Bun shares these too, where nothing else is in it. */
const texts: Workload = {
  name: 'texts 100000',
  index: 11,
  pool: 16,
  make: (random) => ({ subject: asciiText(random, 100), body: asciiText(random, 100_000) }),
}
const times = { warmupTime: 100, time: 100 }

for (const workload of [tiny, user, order, text, longText, texts, largeBytes])
  suite(workload.name, () => {
    exchange('postMessage', {
      ...times,
      main: (worker: Worker) => echoesOf(worker, workload),
      worker: (parentPort: MessagePort) => void parentPort.on('message', (value) => parentPort.postMessage(value)),
    }).baseline()
    exchange('Slipring', {
      ...times,
      main: async (worker) => echoesOf(await connect(worker), workload),
      async worker() {
        const port = await accept()
        port.on('message', (value) => port.postMessage(value))
      },
    })
  })

interface Port {
  postMessage(value: unknown): void
  on(event: 'message', listener: () => void): unknown
}

function echoesOf(port: Port, workload: Workload): () => Promise<void> {
  const inputs = inputsOf(workload)
  let came = (): void => {}
  let turn = 0
  port.on('message', () => came())
  return () =>
    new Promise((resolve) => {
      came = resolve
      port.postMessage(inputs[turn++ % inputs.length])
    })
}
