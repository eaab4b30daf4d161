/** Instances of classes of the program, in every message of a worker and beside the ring. */

import { attach, connect, createChannel } from '@slipring/browser'
import { collect, numbers, pause } from '../collect.js'
import { codec, Fragile, Money, nameOf, Crate } from '../own-classes.js'
import { start, startNative } from '../start.js'

export default async function () {
  const worker = start('own-classes', { codec })
  return {
    wrong: await wrongFrom(worker),
    beside: await beside(worker),
    unreadable: await unreadable(worker),
    mode: worker.port.mode,
    native: await answerOf(connect(startNative('accept-own-classes'), { codec })),
    own: await answerOf(toOurs()),
    channel: await channel(),
  }
}

function toOurs() {
  const worker = start('accept-own-classes', { codec })
  // Where shared memory is missing, `connect` makes a channel, also to a worker of ours.
  return globalThis.crossOriginIsolated ? connect(worker) : connect(worker, { codec })
}

/** @param {number} number */
function expected(number) {
  return number % 2 === 0 ? `Money ${number}` : `Crate of Money ${number}`
}

/**
 * How many are not what they were, while the worker begins and after.
 * @param {Worker} worker
 */
async function wrongFrom(worker) {
  const echoes = collect(worker, 2000)
  for (const number of numbers(2000)) {
    worker.postMessage(number % 2 === 0 ? new Money(number) : new Crate(new Money(number)))
    if (number % 20 === 0) await pause(0)
  }
  const messages = await echoes
  return messages.filter(({ seen, data }, at) => seen !== expected(at) || nameOf(data) !== expected(at)).length
}

/** @param {Worker} worker */
async function beside(worker) {
  const echo = collect(worker, 2)
  const { port1 } = new MessageChannel()
  const bytes = new Uint8Array(3_000_000).fill(7)
  worker.postMessage(new Crate(port1), [port1])
  worker.postMessage(new Crate(bytes))
  const [port, large] = await echo
  return [port.seen, nameOf(port.data), large.data.content.every((/** @type {number} */ byte) => byte === 7)]
}

/** @param {Worker} worker */
async function unreadable(worker) {
  const answers = collect(worker, 2)
  worker.postMessage([new Fragile()])
  worker.postMessage(new Money(1))
  const messages = await answers
  const { port, offer, transfer } = createChannel({ codec })
  const other = attach(structuredClone(offer, { transfer }))
  const unknown = new Promise((resolve) => (other.onmessageerror = ({ data }) => resolve(data.message)))
  other.start()
  port.postMessage(new Money(1))
  return [messages[0].error, messages[1].seen, await unknown]
}

/** @param {import('@slipring/browser').BrowserPort} port */
async function answerOf(port) {
  const answers = collect(port, 1)
  port.start()
  port.postMessage(new Crate(new Money(5)))
  const [{ seen, data }] = await answers
  return [seen, nameOf(data)]
}

async function channel() {
  const { port, offer, transfer } = createChannel({ codec })
  const other = attach(structuredClone(offer, { transfer }), { codec })
  const messages = collect(other, 2)
  other.start()
  const { buffer } = new Uint8Array([1, 2, 3])
  port.postMessage(new Crate([buffer, new Money(6)]), [buffer])
  port.postMessage(new Money(7))
  const [first, second] = await messages
  return [first.content[0].byteLength, nameOf(first.content[1]), nameOf(second), buffer.byteLength]
}
