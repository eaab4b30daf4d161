/** What outlives a thread, or a port. */

import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Worker as NativeWorker } from 'node:worker_threads'
import { attach, type NodePort, type Offer, Worker } from '@slipring/worker'
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

test('a listener that removeAllListeners() has removed is not kept, nor what it was made for', async () => {
  const worker = new Worker('setInterval(() => {}, 1000)', { eval: true })
  closeAfterTest(worker)
  const made = ((): WeakRef<object> => {
    const job = { is: 'done' }
    worker.on('message', () => job)
    return new WeakRef(job)
  })()
  worker.removeAllListeners('message')
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  for (let round = 0; round < 10 && made.deref() !== undefined; round++) {
    await delay(1)
    collectGarbage()
  }
  expect(made.deref()).toBeUndefined()
})
