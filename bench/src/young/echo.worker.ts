import { workerData } from 'node:worker_threads'

const packageOfPair: typeof import('@slipring/worker') = await import(workerData.entry)
const { parentPort, attach, receiveMessageSync } = packageOfPair

if (workerData.offer === undefined) parentPort!.on('message', (message: unknown) => parentPort!.postMessage(message))
else {
  const port = attach(workerData.offer, workerData.options)
  for (let next = receiveMessageSync(port); next !== undefined; next = receiveMessageSync(port))
    port.postMessage(next.message)
}
