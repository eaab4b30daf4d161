/** Both ways of waking a thread that sleeps, one message at a time after a silence. */

import { createChannel } from '@slipring/browser'
import { pause } from '../collect.js'
import { startNative } from '../start.js'

const ROUNDS = 40

export default async function () {
  return { waitAsync: await converse('waitAsync'), port: await converse('port') }
}

/** @param {'waitAsync' | 'port'} wakeBy */
async function converse(wakeBy) {
  const worker = startNative('attach')
  const { port, offer, transfer } = createChannel({ wakeBy, waitStrategy: 'park' })
  worker.postMessage({ offer, options: { wakeBy, waitStrategy: 'park' } }, transfer)
  let right = 0
  for (let round = 0; round < ROUNDS; round++) {
    const reply = new Promise((resolve) => (port.onmessage = ({ data }) => resolve(data)))
    port.postMessage({ round })
    if (/** @type {any} */ (await reply).round === round) right++
    await pause(4)
  }
  return { right, hasSlept: port.stats().parks > ROUNDS / 2, spills: port.stats().spills }
}
