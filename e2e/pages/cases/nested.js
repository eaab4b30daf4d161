/** A worker of ours within a worker of ours. */

import { collect } from '../collect.js'
import { start } from '../start.js'

export default async function () {
  const worker = start('nested')
  const echoes = collect(worker, 3)
  for (const message of [1, { two: 2 }, 'three']) worker.postMessage(message)
  const messages = await echoes
  return { inner: messages.map(({ inner }) => inner), lastMode: messages[2].mode, mode: worker.port.mode }
}
