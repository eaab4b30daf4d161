// @ts-nocheck: it is run as it stands, by the classes of two packages.
/** A program that knows nothing of us, as ES module; its worker is CommonJS. Run by `node --import @slipring/worker/register`. */

import { once } from 'node:events'
import { print } from './report.mjs'
import { MessageChannel as GlobalChannel } from 'node:worker_threads'
import threads, {
  isMainThread,
  MessageChannel,
  MessagePort,
  parentPort,
  receiveMessageOnPort,
  Worker,
} from 'node:worker_threads'

const { port1, port2 } = new MessageChannel()
const { port1: given, port2: kept } = new globalThis.MessageChannel()
const options = process.argv[2] === 'execArgv' ? { execArgv: [] } : {}
const worker = new Worker(new URL('small.worker.cjs', import.meta.url), {
  ...options,
  workerData: { given, text: 'in workerData' },
  transferList: [given],
})
port1.on('message', (message) => print('port', message))
kept.postMessage('by workerData')
worker.postMessage({ port: port2, task: 1 }, [port2])
port1.postMessage('to the port')
print('parent', ...(await once(worker, 'message')))
print('kept', ...(await once(kept, 'message')))
print('same', threads.Worker === Worker, GlobalChannel === globalThis.MessageChannel, port1 instanceof MessagePort)
print('main', isMainThread, parentPort, receiveMessageOnPort(kept) ?? null)
for (let turn = 0; turn < 4; turn++) {
  worker.postMessage({ turn })
  print('parent', ...(await once(worker, 'message')))
}
print('mode', port1.mode ?? null, worker.port?.mode ?? null)
port1.close()
worker.postMessage('end')
print('exit', ...(await once(worker, 'exit')))
