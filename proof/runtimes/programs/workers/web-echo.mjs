/** A web Worker that attaches to the offer in its first message, and echoes until it is told to close. */

import { attach } from '@slipring/worker'

globalThis.onmessage = ({ data: offer }) => {
  const port = attach(offer)
  port.on('message', (message) => (message === 'close' ? port.close() : port.postMessage(message)))
}
