/** Do createChannel and attach connect any two threads? */

import assert from 'node:assert/strict'
import { Worker as NativeWorker } from 'node:worker_threads'
import { attach, createChannel } from '@slipring/worker'
import { check, exitOf, messagesOf, numbers, within } from './check.mjs'

const attachEcho = new URL('workers/attach-echo.mjs', import.meta.url)

async function converse(port) {
  const echoes = messagesOf(port, 1000)
  for (const number of numbers(1000)) port.postMessage({ number })
  assert.deepStrictEqual(
    (await echoes).map(({ number }) => number),
    numbers(1000),
  )
  for (const number of numbers(20)) {
    await new Promise((resolve) => setTimeout(resolve, number % 3))
    const echo = messagesOf(port, 1)
    port.postMessage(number)
    assert.deepStrictEqual(await echo, [number])
  }
}

async function closeFromThere(port, worker) {
  const exit = exitOf(worker)
  const closed = new Promise((resolve) => port.once('close', resolve))
  port.postMessage('close')
  await within(3000, 'close event', closed)
  assert.equal((await port.closed).reason, 'peer-closed')
  assert.equal(await exit(), 0)
}

// Node has none.
const WebWorker = globalThis.Worker
const webChecks = {
  'an offer in a message to a web Worker': async () => {
    const { port, offer, transfer } = createChannel()
    const worker = new WebWorker(new URL('workers/web-echo.mjs', import.meta.url), { type: 'module' })
    worker.postMessage(offer, transfer)
    await converse(port)
    port.postMessage('close')
    assert.equal((await within(3000, 'end of the port', port.closed)).reason, 'peer-closed')
    worker.terminate()
  },
}

await check({
  ...(WebWorker === undefined ? {} : webChecks),
  'within one thread': async () => {
    const { port, offer } = createChannel()
    const other = attach(offer)
    other.on('message', (message) => other.postMessage(message))
    await converse(port)
    port.close()
    assert.equal((await within(3000, 'end of the other port', other.closed)).reason, 'peer-closed')
  },
  'an offer in workerData': async () => {
    const { port, offer, transfer } = createChannel()
    const worker = new NativeWorker(attachEcho, { workerData: offer, transferList: [...transfer] })
    await converse(port)
    await closeFromThere(port, worker)
  },
  'an offer in a message': async () => {
    const { port, offer, transfer } = createChannel({ capacity: 4096 })
    const worker = new NativeWorker(attachEcho, { workerData: null })
    worker.postMessage(offer, transfer)
    await converse(port)
    await closeFromThere(port, worker)
  },
  'an offer passed on to a worker’s worker': async () => {
    const { port, offer, transfer } = createChannel()
    const worker = new NativeWorker(new URL('workers/relay.mjs', import.meta.url))
    worker.postMessage({ offer, lane: transfer[0] }, transfer)
    await converse(port)
    await closeFromThere(port, worker)
  },
  'an offer whose port went elsewhere is refused': async () => {
    const { offer, transfer } = createChannel()
    const worker = new NativeWorker(attachEcho, { workerData: offer, transferList: [...transfer] })
    assert.throws(() => attach({ ...offer, lane: undefined }), TypeError)
    await worker.terminate()
  },
  'nobody attaches twice': () => {
    const { port, offer } = createChannel()
    const other = attach(offer)
    assert.throws(() => attach(offer), { name: 'HandshakeError' })
    port.close()
    other.close()
  },
})
