/** coincident: the page calls a function of the worker; from the worker a call blocks until the page has answered. */

import coincident from 'coincident/main'
import { lineTo } from '#threads'
import type { Transport } from '../transport.ts'

/** A script of its own: the library says hello as soon as the worker is made, and must be there to hear it. */
const SCRIPT = '/coincident-worker.js'

export const transport: Transport = {
  connect({ system, workload, role }) {
    const { Worker } = coincident()
    const worker = new Worker(`${SCRIPT}?${new URLSearchParams({ system, workload, role })}`)
    const calls = Promise.withResolvers<never>()
    calls.promise.catch(() => {})
    let take: ((value: unknown) => void) | undefined
    const onReply = (reply: unknown): void => {
      // A sink answers only the end of a series; a call always has a result.
      if (reply !== undefined && reply !== null) take?.(reply)
    }
    // The worker calls it.
    worker.proxy.take = (value) => take?.(value)
    const { failed, close, ready } = lineTo(worker as never)
    return {
      post: (value) => void worker.proxy.call!(value).then(onReply, calls.reject),
      receive: (handler) => void (take = handler),
      ready,
      failed: Promise.race([failed, calls.promise]),
      close,
    }
  },
  serve() {
    throw new Error('coincident loads a script of its own: coincident-worker.ts')
  },
}
