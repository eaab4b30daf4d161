/** The same program over a native port and over ours. */

import { createChannel } from '@slipring/browser'
import { play } from '../port-script.js'
import { startNative } from '../start.js'

export default async function () {
  const worker = startNative('attach')
  const { port1, port2 } = new MessageChannel()
  worker.postMessage({ native: port2, script: true }, [port2])
  const native = await play(port1)
  const { port, offer, transfer } = createChannel()
  worker.postMessage({ offer, script: true }, transfer)
  return { native, ours: await play(port) }
}
