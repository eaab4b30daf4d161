/** Workers that are terminated, idle, busy and blocked, and one that closes its port itself. */

import { collect, pause } from '../collect.js'
import { start } from '../start.js'

export default async function () {
  const outcome = {}
  // Without shared memory nobody blocks.
  for (const name of globalThis.crossOriginIsolated ? ['echo', 'blocking'] : ['echo']) {
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
  const { reason } = await start('closes-first').port.closed
  return { ...outcome, first: reason, closes: await endOf('closes', 500), dies: await endOf('dies', 501) }
}

/**
 * @param {string} name
 * @param {number} count
 */
async function endOf(name, count) {
  const worker = start(name)
  // A worker that ends as soon as it has begun has not held its lock yet, and nobody learns of its end.
  while (!(await isLockAwaited())) await pause(10)
  const messages = collect(worker, count)
  let isWithinOneTask = false
  let together = 0
  worker.addEventListener('message', () => {
    if (isWithinOneTask) together++
    isWithinOneTask = true
    queueMicrotask(() => (isWithinOneTask = false))
  })
  worker.postMessage(500)
  const { reason } = await worker.port.closed
  return { reason, messages: (await messages).length, together }
}

async function isLockAwaited() {
  const { pending } = await navigator.locks.query()
  return pending?.some(({ name }) => name?.startsWith('slipring ')) ?? false
}
