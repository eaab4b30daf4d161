/** Attaches to the offer of the page around it, and echoes. */

import { attach } from '@slipring/browser'

addEventListener('message', ({ data }) => {
  const port = attach(data)
  port.onmessage = (message) => {
    port.postMessage(message.data)
    if (message.data === 'two') port.close()
  }
})
parent.postMessage('ready', '*')
