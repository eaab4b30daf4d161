/** In a thread that may not block, as that of a window. */

import { expect, test, vi } from 'vitest'
import { CONSUMER_GATE } from '../../src/memory/layout.ts'
import { createRegion } from '../../src/memory/region.ts'
import { Consumer } from '../../src/ring/consumer.ts'
import { RUN } from '../../src/signal/gate.ts'

vi.mock('../../src/atomics.ts', async (original) => ({
  ...(await original<object>()),
  canBlock: () => false,
  wait: () => {
    throw new TypeError('Atomics.wait cannot be called in this context')
  },
}))

const REFUSAL = 'Cannot block this thread: a window, a worklet or a service worker may not; do this in a worker'

test('a consumer that may not block is told so when it parks, and its gate does not say that it sleeps', () => {
  const region = createRegion({ capacity: 4096 })
  const consumer = new Consumer(region)
  expect(() => consumer.parkUntilRecord()).toThrow(REFUSAL)
  expect(Atomics.load(region.words, CONSUMER_GATE)).toBe(RUN)
})
