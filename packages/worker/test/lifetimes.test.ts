/** What outlives a thread, or a port. */

import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker as NativeWorker } from 'node:worker_threads'
import { attach, type NodePort, type Offer } from '@slipring/worker'
import { expect, test } from 'vitest'
import { closeAfterTest } from './open-ports.ts'

test.each(['at once', 'after a while'])(
  'who attaches to the offer of a thread that has died gets what it had posted, and its end: %s',
  async (when) => {
    const worker = new NativeWorker(new URL('offering.worker.ts', import.meta.url))
    const [offer] = (await once(worker, 'message')) as [Offer]
    await delay(20)
    await worker.terminate()
    // The event of the native port, which comes once, is over then.
    if (when === 'after a while') await delay(20)
    const port: NodePort = attach(offer)
    closeAfterTest(port)
    expect(await port.receive()).toBe('hello')
    expect(await Promise.race([port.closed, delay(1000, 'never')])).toEqual({ reason: 'peer-died' })
  },
)
