/** States between a page and its worker, each way, by `port.state()`; and the place of a reader whose worker is terminated. */

import { createState } from '@slipring/core/state'
import { CountedState, World } from '../states.js'
import { start } from '../start.js'

export default async function () {
  const worker = start('state')
  const { port } = worker
  // Before the worker is there.
  const { writer } = port.state(CountedState, { name: 'nobody opens this' })
  writer.set({ number: 0, text: '' })
  const { reader } = port.state(World)
  const { writer: back } = port.state(CountedState, { name: 'back' })
  const modes = new Promise((resolve) => (worker.onmessage = ({ data }) => resolve(data)))
  const seen = { states: 0, torn: 0, older: 0 }
  let last = 0
  while (await reader.changed({ timeout: 10_000 })) {
    const { n } = /** @type {any} */ (reader.latest())
    seen.states++
    if (n[0] <= last) seen.older++
    if (n.some((/** @type {number} */ one) => one !== n[0])) seen.torn++
    last = n[0]
    back.set({ number: seen.states, text: 'x' })
  }
  return { ...seen, isLong: seen.states >= 20, mode: [reader.mode, await modes], freed: await isFreed() }
}

/** Whether a worker that is terminated gives its place to another, where there are places. */
async function isFreed() {
  const { writer, offer } = createState(CountedState)
  if (writer.mode === 'copied') return true
  const worker = start('opens-state')
  worker.port.state(CountedState, { offer })
  writer.set({ number: 1, text: '' })
  await new Promise((resolve) => (worker.onmessage = resolve))
  worker.terminate()
  for (let tries = 0; tries < 60; tries++) {
    const next = start('opens-state')
    try {
      next.port.state(CountedState, { offer })
      return true
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    } finally {
      next.terminate()
    }
  }
  return false
}
