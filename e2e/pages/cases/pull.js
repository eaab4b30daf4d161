/** Messages taken one by one: without waiting on the page, blocking in a worker. */

import { createChannel, receiveMessageOnPort, receiveMessageSync } from '@slipring/browser'
import { collect, misplaced, numbers, pause } from '../collect.js'
import { start, startNative } from '../start.js'

export default async function () {
  return { onPage: await polled(), inWorker: await blocked(), window: refused() }
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

async function blocked() {
  const worker = start('blocking')
  const first = collect(worker, 1)
  worker.postMessage({ number: 0 })
  await first
  const echoes = collect(worker, 1000)
  for (const number of numbers(1000)) worker.postMessage({ number })
  return misplaced(await echoes)
}

function refused() {
  try {
    receiveMessageSync(createChannel().port)
    return 'blocked'
  } catch (error) {
    return /** @type {Error} */ (error).name
  }
}
