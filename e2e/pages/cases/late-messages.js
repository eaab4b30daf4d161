/** Threads that end or close with many messages under way, to a listener that takes its time. */

import { createChannel } from '@slipring/browser'
import { misplaced } from '../collect.js'
import { startNative } from '../start.js'

const COUNT = 200
const LISTENER_MS = 5

export default async function () {
  return { ended: await afterMessages('end'), closed: await afterMessages('close') }
}

/** @param {string} what */
async function afterMessages(what) {
  const worker = startNative('departing')
  const { port, offer, transfer } = createChannel()
  /** @type {any[]} */
  const messages = []
  port.onmessage = ({ data }) => {
    messages.push(data)
    const end = performance.now() + LISTENER_MS
    while (performance.now() < end);
  }
  worker.postMessage({ offer, count: COUNT, what }, transfer)
  const { reason } = await port.closed
  return { reason, count: messages.length, misplaced: misplaced(messages) }
}
