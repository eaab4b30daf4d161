/** Threads that post and end in the same task: what does not arrive of all that they posted. */

import { createChannel } from '@slipring/browser'
import { collect, pause } from '../collect.js'
import { wordOf, wordsOf } from '../last-words-messages.js'
import { start } from '../start.js'

const LOADS = /** @type {import('../last-words-messages.js').Load[][]} */ ([
  ['small'],
  ['large'],
  ['transfer'],
  ['port'],
  ['small', 'large', 'small'],
  ['large', 'large', 'transfer', 'small'],
  ['port', 'text', 'large', 'small', 'transfer'],
  Array.from({ length: 60 }, () => 'text'),
])
const ENDINGS = ['port.close()', 'self.close()', 'both']
const WAYS = /** @type {const} */ (['its own port', 'a channel', 'a channel that is heard late'])
const PATIENCE_MS = 3000

export default async function () {
  const lost = []
  for (const loads of LOADS) {
    const wanted = wordsOf(loads)
    for (const ending of ENDINGS) {
      const all = WAYS.map(async (way) => ({ way, heard: await lastWordsOf({ loads, ending, way }) }))
      for (const { way, heard } of await Promise.all(all))
        if (String(heard) !== String(wanted)) lost.push({ loads: String(loads), ending, way, heard })
    }
  }
  return lost
}

/** @param {{ loads: import('../last-words-messages.js').Load[], ending: string, way: (typeof WAYS)[number] }} task */
async function lastWordsOf({ loads, ending, way }) {
  const worker = start('last-words')
  await collect(worker, 1)
  const { port, offer, transfer } =
    way === 'its own port' ? { port: worker, offer: null, transfer: [] } : createChannel()
  /** @type {string[]} */
  const heard = []
  const listen = () => (port.onmessage = ({ data }) => heard.push(wordOf(data)))
  const isLate = way === 'a channel that is heard late'
  if (!isLate) listen()
  port.addEventListener('messageerror', () => heard.push('messageerror'))
  worker.postMessage({ loads, ending, offer }, transfer)
  if (isLate) setTimeout(listen, 30)
  for (let ms = 0; ms < PATIENCE_MS && heard.length < loads.length; ms += 5) await pause(5)
  // A message that comes without having been posted.
  await pause(20)
  worker.terminate()
  return heard
}
