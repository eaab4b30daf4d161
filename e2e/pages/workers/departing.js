/** Sends messages with buffers, which go natively, and is gone. */

import { attach } from '@slipring/browser'

self.onmessage = async ({ data: { offer, count, what } }) => {
  const port = attach(offer)
  await isHeld(offer.token)
  for (let number = 0; number < count; number++) {
    const buffer = new ArrayBuffer(8)
    port.postMessage({ number, buffer }, [buffer])
  }
  if (what === 'close') port.close()
  else self.close()
}

/**
 * The page waits for our lock.
 * @param {string} token
 */
async function isHeld(token) {
  for (;;) {
    const { pending } = await navigator.locks.query()
    if (pending?.some(({ name }) => name === `${token} 2`)) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
