/** Echoes of a worker, and the `mode` of its port: at the beginning, after 500 and after 1,000. Prints these. */

import { Worker } from '@slipring/worker'

const ECHO = `const { parentPort } = require('node:worker_threads')
parentPort.on('message', (message) => parentPort.postMessage(message))`
const [, , file] = process.argv
const worker = file === 'with eval' ? new Worker(ECHO, { eval: true }) : new Worker(new URL(file!, import.meta.url))
const modes: string[] = [worker.port.mode]
for (const most of [500, 1000]) {
  await new Promise<void>((resolve) => {
    let count = 0
    worker.on('message', () => (++count < most ? worker.postMessage(count) : resolve()))
    worker.postMessage(0)
  })
  worker.removeAllListeners('message')
  modes.push(worker.port.mode)
}
console.log(JSON.stringify(modes))
await worker.terminate()
