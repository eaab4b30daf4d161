/** Posts without a pause until it is refused, and then what its port says of that. */

import { parentPort } from '@slipring/browser'

const port = /** @type {import('@slipring/browser').BrowserPort} */ (parentPort)
port.onmessage = () => {
  let posted = 0
  try {
    while (posted < 10_000) {
      port.postMessage({ number: posted, text: 'x'.repeat(500) })
      posted++
    }
  } catch (error) {
    void port.ready.then(() => port.postMessage([posted, /** @type {Error} */ (error).name]))
  }
}
