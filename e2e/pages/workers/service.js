/** A service worker: attaches to what it is sent, and echoes. */

import { attach } from '@slipring/browser'

addEventListener('message', ({ data }) => {
  const port = attach(data)
  port.onmessage = (/** @type {MessageEvent} */ message) => port.postMessage(message.data)
})
