/** Messages taken one by one: without waiting on the page, by promise on both sides, blocking in a worker. */

import { connect, createChannel, receiveMessageOnPort, receiveMessageSync } from '@slipring/browser'
import { collect, misplaced, numbers, pause } from '../collect.js'
import { start, startNative } from '../start.js'

export default async function () {
  return {
    onPage: await polled(),
    ofWorker: await polledWorker(),
    byPromise: await asked(start('pull-echo')),
    native: await asked(connectedPort()),
    inWorker: await blocked(),
    window: refused(),
    ends: [await toldOfWorker(), await toldOfPage()],
  }
}

async function polled() {
  const worker = startNative('attach')
  const { port, offer, transfer } = createChannel()
  worker.postMessage({ offer }, transfer)
  for (const number of numbers(100)) {
    if (number % 10 === 0) {
      const buffer = new ArrayBuffer(8)
      port.postMessage({ number, buffer }, [buffer])
    } else port.postMessage({ number })
  }
  const messages = []
  while (messages.length < 100) {
    const received = receiveMessageOnPort(port)
    if (received === undefined) await pause(1)
    else messages.push(received.message)
  }
  return { misplaced: misplaced(messages), last: String(receiveMessageOnPort(port)) }
}

// A worker's own port delivers from the start, although nobody listens.
async function polledWorker() {
  const worker = start('echo')
  const messages = []
  const before = String(receiveMessageOnPort(worker.port))
  for (const number of numbers(100)) worker.postMessage({ number })
  while (messages.length < 100) {
    const received = receiveMessageOnPort(worker.port)
    if (received !== undefined) messages.push(received.message)
    if (received === undefined || messages.length % 10 === 0) await pause(1)
  }
  return { before, misplaced: misplaced(messages) }
}

function connectedPort() {
  const worker = startNative('accept-pull')
  return { port: connect(worker) }
}

/** @param {{ port: import('@slipring/browser').BrowserPort }} worker */
async function asked({ port }) {
  const messages = []
  port.postMessage('first')
  const first = await port.receive({ timeout: 10_000 })
  for (const number of numbers(500)) {
    if (number % 10 === 0) {
      const buffer = new ArrayBuffer(8)
      port.postMessage({ number, buffer }, [buffer])
    } else port.postMessage({ number })
  }
  for await (const message of port) if (messages.push(message) === 250) break
  await pause(10)
  while (messages.length < 500) messages.push(await port.receive())
  const late = await port.receive({ timeout: 20 }).catch((error) => error.name)
  const pending = port.receive().catch((error) => `${error.name} ${error.reason}`)
  port.postMessage('end')
  const left = []
  for await (const message of port) left.push(message)
  return { first, misplaced: misplaced(messages), late, pending: await pending, left }
}

async function blocked() {
  const worker = start('blocking')
  const first = collect(worker, 1)
  worker.postMessage({ number: 0 })
  await first
  const echoes = collect(worker, 1000)
  for (const number of numbers(1000)) worker.postMessage({ number })
  return misplaced(await echoes)
}

// Nobody asks for a message any more when the other side closes its port.
async function toldOfWorker() {
  const { port } = start('closes-later')
  return [await port.receive(), (await port.closed).reason]
}

async function toldOfPage() {
  const told = new BroadcastChannel('pulls-once')
  const reason = new Promise((resolve) => (told.onmessage = ({ data }) => resolve(data)))
  const { port } = start('pulls-once')
  port.postMessage('one')
  const message = await port.receive()
  await pause(50)
  port.close()
  return [message, await reason]
}

function refused() {
  try {
    receiveMessageSync(createChannel().port)
    return 'blocked'
  } catch (error) {
    return /** @type {Error} */ (error).name
  }
}
