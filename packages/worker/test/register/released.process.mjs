// @ts-nocheck: it is run as it stands.
/** Comlink over `parentPort` without its adapter closes it once the proxy is released. */

import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import * as Comlink from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs'
import { print } from './report.mjs'

if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url))
  const remote = Comlink.wrap(nodeEndpoint(worker))
  print(await remote.name())
  worker.on('exit', (code) => print('exit', code))
  worker.on('message', (message) => {
    if (message === 'plain') void worker.terminate()
    // The answer to the release.
    else worker.postMessage('plain')
  })
  remote[Comlink.releaseProxy]()
} else {
  Comlink.expose({ name: () => parentPort.constructor.name }, parentPort)
  parentPort.on('message', (message) => {
    if (message === 'plain') parentPort.postMessage(message)
  })
}
