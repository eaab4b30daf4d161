/** Does receiveMessageSync block a thread for a message, in a worker and here, and does receiveMessageOnPort look? */

import assert from 'node:assert/strict'
import { Worker as NativeWorker } from 'node:worker_threads'
import { attach, createChannel, receiveMessageOnPort, receiveMessageSync, Worker } from '@slipring/worker'
import { check, exitOf, messagesOf, numbers, within } from './check.mjs'

const url = (name) => new URL(`workers/${name}.mjs`, import.meta.url)
const MIXTURE = numbers(500).map((number) =>
  number % 50 === 7 ? { number, bytes: new Uint8Array(5000).fill(number) } : { number },
)

const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

async function echoAll(port) {
  const echoes = messagesOf(port, MIXTURE.length)
  for (const message of MIXTURE) port.postMessage(message)
  assert.deepStrictEqual(await echoes, MIXTURE)
  for (const number of numbers(50)) {
    const echo = messagesOf(port, 1)
    port.postMessage(number)
    assert.deepStrictEqual(await echo, [number])
  }
}

function blockingChannel(options) {
  const { port, offer, transfer } = createChannel(options)
  const worker = new NativeWorker(url('sync-echo'), { workerData: offer, transferList: [...transfer] })
  return { port, worker }
}

await check({
  'a worker on the drop-in port serves without its event loop': async () => {
    const worker = new Worker(url('sync-echo'), { workerData: null })
    assert.deepStrictEqual(await messagesOf(worker, 1), ['ready'])
    await later(50)
    await echoAll(worker)
    await worker.terminate()
  },
  'a worker on the drop-in port takes what was posted before it began, and follows a ring that grows': async () => {
    const worker = new Worker(url('sync-echo'), { capacity: 4096, workerData: 'silent' })
    try {
      await echoAll(worker)
    } finally {
      await worker.terminate()
    }
  },
  'a worker on a channel serves without its event loop, and ends when we close': async () => {
    const { port, worker } = blockingChannel({ capacity: 4096 })
    await echoAll(port)
    const exit = exitOf(worker)
    port.close()
    assert.equal(await exit(), 0)
  },
  'a blocked worker gets transferred buffers, in order': async () => {
    const { port, worker } = blockingChannel()
    const echoes = messagesOf(port, 30)
    for (const number of numbers(30)) {
      const { buffer } = Uint8Array.of(number)
      port.postMessage({ number, buffer }, number % 3 === 0 ? [buffer] : [])
    }
    assert.deepStrictEqual(
      await echoes,
      numbers(30).map((number) => ({ number, buffer: Uint8Array.of(number).buffer })),
    )
    const exit = exitOf(worker)
    port.close()
    await exit()
  },
  'this thread blocks for the answers of a worker': async () => {
    const { port, worker } = blockingChannel({ capacity: 4096 })
    for (const number of numbers(300)) {
      port.postMessage({ number })
      assert.deepStrictEqual(receiveMessageSync(port, { timeout: 5000 }), { message: { number } })
    }
    const exit = exitOf(worker)
    port.close()
    await exit()
  },
  'this thread blocks on a worker that answers from its event loop': async () => {
    const worker = new Worker(url('echo'))
    const first = messagesOf(worker, 1)
    worker.postMessage('first')
    await first
    for (const number of numbers(300)) {
      worker.postMessage({ number })
      assert.deepStrictEqual(receiveMessageSync(worker.port, { timeout: 5000 }), { message: { number } })
    }
    const last = messagesOf(worker, 1)
    worker.postMessage('listening again')
    assert.deepStrictEqual(await last, ['listening again'])
    await worker.terminate()
  },
  'the timeout ends the wait, on an event loop’s port as well': () => {
    const { port, offer } = createChannel()
    const other = attach(offer)
    const start = performance.now()
    assert.equal(receiveMessageSync(port, { timeout: 50 }), undefined)
    const waited = performance.now() - start
    assert.ok(waited >= 49 && waited < 2000, `waited ${waited} ms`)
    assert.equal(receiveMessageSync(port, { timeout: 0 }), undefined)
    other.postMessage(1)
    assert.deepStrictEqual(receiveMessageSync(port), { message: 1 })
    other.close()
    assert.equal(receiveMessageSync(port), undefined)
  },
  'a worker that looks from its event loop gets everything in order': async () => {
    const worker = new Worker(url('poll-echo'), { capacity: 4096 })
    const exit = exitOf(worker)
    assert.deepStrictEqual(await messagesOf(worker, 1), ['ready'])
    await later(50)
    await echoAll(worker)
    worker.postMessage('end')
    assert.equal(await exit(), 0)
  },
  'looking finds what is there, and nothing else': () => {
    const { port, offer } = createChannel()
    const other = attach(offer)
    assert.equal(receiveMessageOnPort(port), undefined)
    const { buffer } = Uint8Array.of(5)
    other.postMessage('ring')
    other.postMessage({ buffer }, [buffer])
    other.postMessage(undefined)
    assert.deepStrictEqual(receiveMessageOnPort(port), { message: 'ring' })
    assert.deepStrictEqual(receiveMessageOnPort(port), { message: { buffer: Uint8Array.of(5).buffer } })
    assert.deepStrictEqual(receiveMessageOnPort(port), { message: undefined })
    assert.equal(receiveMessageOnPort(port), undefined)
    port.close()
    other.close()
  },
  'a worker that blocks on a worker that is terminated is not left there': async () => {
    const doomed = new NativeWorker(url('gives-offer'))
    const [{ offer }] = await messagesOf(doomed, 1)
    const blocked = new NativeWorker(url('sync-echo'), { workerData: offer, transferList: [offer.lane] })
    const exit = exitOf(blocked)
    assert.deepStrictEqual(await messagesOf(doomed, 1), [{ echoed: 'hello' }])
    await new Promise((resolve) => setTimeout(resolve, 20))
    await doomed.terminate()
    assert.equal(await within(5000, 'end of the blocked worker', exit()), 0)
  },
  'a worker that listens, and blocks as it posts to a worker that is terminated, is not left there': async () => {
    const doomed = new NativeWorker(url('gives-offer'), { workerData: 'deaf' })
    const [{ offer }] = await messagesOf(doomed, 1)
    const blocked = new NativeWorker(url('sync-poster'), { workerData: offer, transferList: [offer.lane] })
    const exit = exitOf(blocked)
    assert.deepStrictEqual(await messagesOf(blocked, 1), ['begins'])
    await new Promise((resolve) => setTimeout(resolve, 100))
    await doomed.terminate()
    assert.equal(await exit(), 0)
  },
})
