/** Our `parentPort` under the browser's own `Worker`: nothing but the messages may arrive. */

import { collect, pause } from '../collect.js'
import { startNative } from '../start.js'

export default async function () {
  const worker = startNative('echo')
  /** @type {unknown[]} */
  const seen = []
  worker.onmessage = ({ data }) => seen.push(data)
  worker.postMessage({ hello: 1 })
  worker.postMessage('two')
  while (seen.length < 2) await pause(10)
  await pause(100)
  return [seen, await refusals()]
}

/** Messages that a native `Worker` could not read. */
async function refusals() {
  const worker = startNative('refuses')
  const [texts] = await collect(worker, 1)
  return texts
}
