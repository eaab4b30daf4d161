/** Workers that are terminated, idle, busy and blocked, and one that closes its port itself. */

import { collect } from '../collect.js'
import { start } from '../start.js'

export default async function () {
  const outcome = {}
  for (const name of ['echo', 'blocking']) {
    const worker = start(name)
    const echo = collect(worker, 1)
    worker.postMessage('first')
    await echo
    let after = 0
    worker.onmessage = () => after++
    worker.postMessage('never answered')
    worker.terminate()
    worker.postMessage('into the void')
    const { reason } = await worker.port.closed
    await new Promise((resolve) => setTimeout(resolve, 50))
    Object.assign(outcome, { [name]: { reason, after } })
  }
  const worker = start('closes')
  const messages = collect(worker, 500)
  worker.postMessage(500)
  const { reason } = await worker.port.closed
  return { ...outcome, closes: { reason, messages: (await messages).length } }
}
