/** The cases of parity-cases.js over native ports and over ours. */

import { attach, createChannel } from '@slipring/browser'
import { parityCases } from '../parity-cases.js'

export default async function () {
  return { native: await logsOf(nativePair), ours: await logsOf(ourPair) }
}

/** @param {() => import('../parity-cases.js').AnyPort[]} makePair */
async function logsOf(makePair) {
  /** @type {Record<string, string[]>} */
  const logs = {}
  for (const [name, run] of Object.entries(parityCases)) {
    /** @type {string[]} */
    const lines = []
    const [port, other] = /** @type {[any, any]} */ (makePair())
    await run({ port, other, log: (...line) => lines.push(line.map(String).join(' ')) })
    port.close()
    other.close()
    logs[name] = lines
  }
  return logs
}

function nativePair() {
  const { port1, port2 } = new MessageChannel()
  return [port1, port2]
}

function ourPair() {
  const { port, offer } = createChannel()
  return [port, attach(offer)]
}
