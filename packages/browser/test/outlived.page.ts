/** In a page: Comlink over a native worker, and over the port of ours. */

import { Worker } from '@slipring/browser'
import { outlived } from '../../worker/test/comlink/outlived.ts'

export default async function (): Promise<object> {
  const native = new globalThis.Worker(new URL('outlived.worker.ts?native', import.meta.url), { type: 'module' })
  const { port } = new Worker(new URL('outlived.worker.ts', import.meta.url), { type: 'module' })
  return { native: await outlived(native, new Promise(() => {})), ours: await outlived(port, port.closed) }
}
