// @ts-nocheck: it is run as it stands.
/** Each function of Node that takes a port, with ports of a channel, and what comes of it. */

import { register } from 'node:module'
import { once } from 'node:events'
import vm from 'node:vm'
import { print } from './report.mjs'
import {
  isMarkedAsUntransferable,
  markAsUntransferable,
  MessageChannel,
  moveMessagePortToContext,
  postMessageToThread,
  receiveMessageOnPort,
  Worker,
} from 'node:worker_threads'

const HOOKS = `data:text/javascript,${encodeURIComponent(`export function initialize({ port }) {
  port.postMessage('from the hooks')
  port.on('message', (message) => port.postMessage({ echo: message }))
  port.unref()
}`)}`
const THREAD = `
const { parentPort } = require('node:worker_threads')
process.on('workerMessage', ({ port }) => {
  port.postMessage('from the thread')
  port.on('message', (message) => {
    port.postMessage({ echo: message })
    port.close()
  })
})
parentPort.once('message', () => {})
parentPort.postMessage('ready')`

function channel() {
  const { port1, port2 } = new MessageChannel()
  return [port1, port2]
}

async function refusal(act) {
  try {
    return await act()
  } catch ({ name, code }) {
    return [name, code]
  }
}

function taken(port) {
  return receiveMessageOnPort(port)?.message
}

for (const isPlaceGiven of [true, false]) {
  const [near, far] = channel()
  const options = { data: { port: far }, transferList: [far] }
  if (isPlaceGiven) register(HOOKS, import.meta.url, options)
  else register(HOOKS, { ...options, parentURL: import.meta.url })
  print('register', taken(near))
  near.postMessage('one')
  print('register', await once(near, 'message'))
  near.close()
}

const worker = new Worker(THREAD, { eval: true })
print('worker', await once(worker, 'message'))
const [toThread, ofThread] = channel()
await postMessageToThread(worker.threadId, { port: ofThread }, [ofThread], 10_000)
print('postMessageToThread', await once(toThread, 'message'))
toThread.postMessage('two')
print('postMessageToThread', await once(toThread, 'message'))
await once(toThread, 'close')
const [near, kept] = channel()
print('no such thread', await refusal(() => postMessageToThread(worker.threadId + 99, { port: kept }, [kept])))
print('no such thread', await refusal(() => postMessageToThread(worker.threadId + 99, 'no ports', 100)))
near.postMessage('three')
print('kept', taken(kept))
worker.postMessage('end')
print('exit', await once(worker, 'exit'))

const context = vm.createContext({})
print('context', (await refusal(() => moveMessagePortToContext(channel()[1], 1)))[0])
print('context', (await refusal(() => moveMessagePortToContext({}, context)))[0])
const [toContext, ofContext] = channel()
const moved = moveMessagePortToContext(ofContext, context)
const heard = new Promise((resolve) => (moved.onmessage = ({ data }) => resolve(data)))
moved.start()
toContext.postMessage('four')
print('context', await heard)
moved.postMessage('five')
print('context', taken(toContext))
toContext.close()

const [other, marked] = channel()
markAsUntransferable(marked)
print('marked', isMarkedAsUntransferable(marked), isMarkedAsUntransferable(other))
print('marked', (await refusal(() => near.postMessage(marked, [marked])))[0])
const asData = { eval: true, workerData: marked, transferList: [marked] }
print('marked', (await refusal(() => new Worker('', asData)))[0])
marked.postMessage('six')
print('marked', taken(other), taken(kept))
other.close()
near.close()
