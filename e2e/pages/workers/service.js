/** A service worker: attaches to what it is sent, or makes a channel where it is sent none, and echoes. */

import { attach, createChannel } from '@slipring/browser'

addEventListener('message', ({ data, source }) => {
  if (data !== 'make a channel') return echo(attach(data))
  const { port, offer, transfer } = createChannel()
  echo(port)
  source?.postMessage(offer, { transfer })
})

/** @param {import('@slipring/browser').BrowserPort} port */
function echo(port) {
  port.onmessage = (/** @type {MessageEvent} */ message) => port.postMessage(message.data)
}
