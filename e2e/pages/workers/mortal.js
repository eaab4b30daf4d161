/** Attaches to the offer it gets, or makes a channel itself, and does what it is told by that or by native message. */

import { attach, createChannel } from '@slipring/browser'

/** @type {import('@slipring/browser').BrowserPort} */
let port

self.onmessage = async ({ data: { offer, what } }) => {
  if (offer !== undefined) answer(attach(offer))
  if (what === 'make a channel') {
    const channel = createChannel()
    answer(channel.port)
    self.postMessage(channel.offer, { transfer: channel.transfer })
  }
  if (what === 'await the end') {
    port.onmessage = null
    const { name } = await port.receive().catch((/** @type {Error} */ reason) => reason)
    const { reason } = await port.closed
    self.postMessage({ reason, pending: name })
  }
}

/** @param {import('@slipring/browser').BrowserPort} given */
function answer(given) {
  port = given
  port.onmessage = ({ data: { what, count } }) => {
    if (what === 'stay silent') return
    for (let number = 0; number < count; number++) port.postMessage(number)
    const buffer = new ArrayBuffer(8)
    port.postMessage({ number: count, buffer }, [buffer])
    if (what === 'end') self.close()
    if (what === 'close') port.close()
    if (what === 'be busy') for (;;);
  }
}
