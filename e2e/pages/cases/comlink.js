/** Comlink over a native worker, and over the port of ours: what is answered when a proxy is released. */

import { collect } from '../collect.js'
import { start } from '../start.js'

export default async function () {
  const { outlived } = await import(new URL('/packages/worker/test/comlink/outlived.ts', location.href).href)
  const native = new globalThis.Worker(new URL('../workers/comlink.js?native', import.meta.url), { type: 'module' })
  await collect(native, 1)
  const { port } = start('comlink')
  const ready = collect(port, 1)
  port.start()
  await ready
  return [await outlived(native, new Promise(() => {})), await outlived(port, port.closed)]
}
