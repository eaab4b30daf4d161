/** A shared worker: attaches to what comes by its ports, and echoes. */

import { attach } from '@slipring/browser'

addEventListener('connect', (event) => {
  const [native] = /** @type {MessageEvent} */ (event).ports
  if (native === undefined) throw new Error('A page connects without a port')
  native.onmessage = ({ data }) => {
    const port = attach(data)
    port.onmessage = (/** @type {MessageEvent} */ message) => port.postMessage(message.data)
  }
})
