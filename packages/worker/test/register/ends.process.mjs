// @ts-nocheck: it is run as it stands.
/** It ends although a port, moved to a worker, is open: nothing holds it once this end is unreferenced. */

import { isMainThread, MessageChannel, parentPort, Worker } from 'node:worker_threads'
import { print } from './report.mjs'

if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url))
  const { port1, port2 } = new MessageChannel()
  worker.postMessage(port2, [port2])
  worker.unref()
  port1.on('message', (message) => {
    print(message, port1.hasRef())
    port1.unref()
    print('unref', port1.hasRef())
  })
} else
  parentPort.once('message', (port) => {
    port.postMessage(['moved', port.hasRef()])
    port.on('message', () => {})
  })
