/** A classic worker with a name of its own, and one whose script is a blob. */

import { Worker } from '@slipring/browser'
import { collect } from '../collect.js'

export default async function () {
  const script = new URL('../workers/classic-echo.js', import.meta.url)
  const blob = new Blob([`self.onmessage = () => {}; self.importUrl = 1\n${await bodyOf(script)}`], {
    type: 'text/javascript',
  })
  return {
    url: await use(new Worker(script, { name: 'classic' })),
    blob: await use(new Worker(URL.createObjectURL(blob), { name: 'classic' })),
  }
}

/** @param {URL} script */
async function bodyOf(script) {
  const text = await (await fetch(script)).text()
  // A blob has no address to resolve a path against.
  return text.replaceAll("import('/", `import('${location.origin}/`)
}

/** @param {Worker} worker */
async function use(worker) {
  const [ready] = await collect(worker, 1)
  const echo = collect(worker, 1)
  worker.postMessage({ classic: true })
  return { ready, echo: await echo, mode: worker.port.mode }
}
