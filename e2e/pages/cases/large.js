/** Messages much larger than the ring they go through, with small ones around them. */

import { collect } from '../collect.js'
import { start } from '../start.js'

const MEBIBYTE = 1 << 20

export default async function () {
  return { growing: await send({ capacity: 65_536 }), spilling: await send({ capacity: 65_536, maxCapacity: 65_536 }) }
}

/** @param {import('@slipring/browser').WorkerOptions} options */
async function send(options) {
  const worker = start('echo', options)
  const bytes = Uint8Array.from({ length: MEBIBYTE }, (_, index) => (index * 31) >> 3)
  const text = 'naïve 🚀 '.repeat(MEBIBYTE / 16)
  const echoes = collect(worker, 6)
  for (const message of ['before', bytes, 'between', text, { bytes, text }, 'after']) worker.postMessage(message)
  const [before, sameBytes, between, sameText, both, after] = await echoes
  const isSame = (/** @type {Uint8Array} */ other) =>
    other.length === bytes.length && other.every((byte, index) => byte === bytes[index])
  return [before, isSame(sameBytes), between, sameText === text, isSame(both.bytes) && both.text === text, after]
}
