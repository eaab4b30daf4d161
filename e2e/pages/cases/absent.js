/** Workers whose script cannot be loaded: there is none, or it imports what is not there. */

import { connect } from '@slipring/browser'
import { start, startNative } from '../start.js'

export default async function () {
  /** @type {Record<string, unknown>} */
  const seen = {}
  for (const name of ['not-there', 'not-bundled']) {
    const worker = start(name)
    const { type, message } = await new Promise((resolve) => {
      worker.onerror = (event) => {
        // Else the console is told.
        event.preventDefault()
        resolve(event)
      }
    })
    const native = connect(startNative(name))
    seen[name] = [type, message, (await worker.port.closed).reason, (await native.closed).reason]
  }
  const unheard = start('not-there')
  await unheard.port.closed
  return seen
}
