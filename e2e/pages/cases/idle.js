/** Ports that have talked and then fall silent: one of each way of waking, and a worker that blocks. */

import { createChannel } from '@slipring/browser'
import { collect, pause } from '../collect.js'
import { start, startNative } from '../start.js'

export default async function () {
  let worker = start('echo')
  for (const port of [
    worker,
    channelTo(startNative('attach'), 'waitAsync'),
    channelTo(startNative('attach'), 'port'),
  ]) {
    for (let round = 0; round < 200; round++) {
      const echo = collect(port, 1)
      port.postMessage(round)
      await echo
    }
  }
  const blocking = start('blocking')
  const echo = collect(blocking, 1)
  blocking.postMessage('before blocking')
  await echo
  // The conversation left something to collect and to compile.
  await pause(1500)
  return 'silent'
}

/**
 * @param {globalThis.Worker} worker
 * @param {import('@slipring/browser').PortOptions['wakeBy'] & string} wakeBy
 */
function channelTo(worker, wakeBy) {
  const { port, offer, transfer } = createChannel({ wakeBy })
  worker.postMessage({ offer, options: { wakeBy } }, transfer)
  port.start()
  return port
}
