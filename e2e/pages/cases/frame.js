/** A channel to the frame that the address names, which may be of another origin, or have its storage apart. */

import { createChannel } from '@slipring/browser'
import { pause } from '../collect.js'

export default async function () {
  const frame = document.createElement('iframe')
  const named = new URLSearchParams(location.search)
  Object.assign(frame, { credentialless: named.has('credentialless') })
  frame.src = named.get('frame') ?? ''
  const ready = new Promise((resolve) => addEventListener('message', resolve, { once: true }))
  document.body.append(frame)
  await ready
  const { port, offer, transfer } = createChannel({ mode: named.has('copied') ? 'copied' : undefined })
  /** @type {unknown[]} */
  const received = []
  port.onmessage = (message) => received.push(message.data)
  frame.contentWindow?.postMessage(offer, '*', transfer)
  port.postMessage('one')
  // Longer than a port takes to end when the lock of the other side is free, or it does not say that they are apart.
  await pause(named.has('credentialless') ? 5600 : 500)
  port.postMessage('two')
  const { reason } = await port.closed
  return [...received, reason]
}
