/** A user's page for a bundler. */

import { Worker } from '@slipring/browser'

const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })

async function visit() {
  const ready = await worker.port.receive({ timeout: 20_000 })
  worker.postMessage(new Map([['hello', 42n]]))
  const echo = await worker.port.receive({ timeout: 20_000 })
  return `${ready}, ${echo.get('hello')}, ${worker.port.mode}`
}

globalThis.result = visit()
