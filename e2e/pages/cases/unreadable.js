/** Messages with an object that workers do not know: each is a `messageerror` in its place, and the others come. */

import { pause } from '../collect.js'
import { start, startNative } from '../start.js'

/** @type {EcKeyGenParams} */
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' }

export default async function () {
  const certificate = await RTCPeerConnection.generateCertificate(CURVE)
  return {
    native: await seenBy(startNative('native-unreadable'), certificate),
    ours: await seenBy(start('unreadable'), certificate),
  }
}

/**
 * @param {Worker} worker
 * @param {RTCCertificate} certificate
 */
async function seenBy(worker, certificate) {
  const seen = new Promise((resolve) => {
    worker.onmessage = ({ data }) => data !== 'ready' && resolve(data)
  })
  await new Promise((resolve) => worker.addEventListener('message', resolve, { once: true }))
  for (let number = 0; number < 120; number++) {
    const text = `text of ${number % 7}, kept`
    if (number % 5 === 1) worker.postMessage({ number, [`certificate${number % 3}`]: certificate, text })
    else if (number % 5 === 3) worker.postMessage({ [`buffer${number % 4}`]: new ArrayBuffer(8), number, text })
    else worker.postMessage({ number, [`key${number % 3}`]: text })
    if (number % 40 === 0) await pause(5)
  }
  worker.postMessage({ number: 'last' })
  const numbers = await seen
  worker.terminate()
  return numbers
}
