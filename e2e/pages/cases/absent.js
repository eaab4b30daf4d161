/** Workers whose script cannot be loaded: there is none, or it imports what is not there, as a bundler may leave it. */

import { connect, Worker } from '@slipring/browser'

const SCRIPTS = {
  missing: new URL('../workers/not-there.js', import.meta.url).href,
  unbundled: URL.createObjectURL(new Blob([`import 'a-package'`], { type: 'text/javascript' })),
}

export default async function () {
  /** @type {Record<string, unknown>} */
  const seen = {}
  for (const [name, url] of Object.entries(SCRIPTS)) {
    const worker = new Worker(url, { type: 'module' })
    const { type, message } = await new Promise((resolve) => {
      worker.onerror = (event) => {
        // Else the console is told.
        event.preventDefault()
        resolve(event)
      }
    })
    const native = connect(new globalThis.Worker(url, { type: 'module' }))
    seen[name] = [type, message, (await worker.port.closed).reason, (await native.closed).reason]
  }
  const unheard = new Worker(SCRIPTS.missing, { type: 'module' })
  await unheard.port.closed
  return seen
}
