/** synckit: a call that blocks until the worker has answered. */

import { fileURLToPath } from 'node:url'
import { createSyncFn } from 'synckit'
import type { Transport } from '../transport.ts'

const WORKER = fileURLToPath(new URL('../synckit-worker.mjs', import.meta.url))

export const transport: Transport = {
  connect() {
    const call = createSyncFn(WORKER) as (value: unknown) => unknown
    return {
      post: refuse,
      receive: refuse,
      exchange: call,
      ready: Promise.resolve(),
      failed: new Promise<never>(() => {}),
      // It never ends its worker, which does not hold the thread.
      close: () => {},
    }
  },
  serve() {
    throw new Error('synckit finds its function in the file it loads: synckit-worker.mjs')
  },
}

function refuse(): never {
  throw new Error('synckit has no messages but calls that block')
}
