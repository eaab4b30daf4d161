import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Offer } from '@slipring/worker'
import { expect, test } from 'vitest'

// Both hear of the death in no other way: the port is between two workers, and its survivor sleeps in Atomics.wait.
test('a worker that blocks on the port of a worker that is terminated sees the port end', async () => {
  const doomed = new Worker(new URL('offering.worker.ts', import.meta.url))
  const [offer] = (await once(doomed, 'message')) as [Offer]
  const survivor = new Worker(new URL('blocked-on.worker.ts', import.meta.url), {
    workerData: offer,
    transferList: [offer.lane as never],
  })
  await once(survivor, 'online')
  await new Promise((resolve) => setTimeout(resolve, 100))
  const verdict = once(survivor, 'message')
  await doomed.terminate()
  expect(await verdict).toEqual(['peer-died'])
})
