import { createChannel } from '@slipring/worker'
import { expect, test } from 'vitest'

const PRODUCER_POSITION = 32

// In a drop-in Worker it was an uncaught exception, and its `exit` listeners were not called.
test('a peer that dies after it has spoiled its ring ends the port as corrupt, also when nobody asks for messages', async () => {
  const { port, offer } = createChannel({ capacity: 4096 })
  // From now on what nobody pulls waits.
  await expect(port.receive({ timeout: 1 })).rejects.toThrow('No message within 1 ms')
  Atomics.store(new Int32Array(offer.rings![1]), PRODUCER_POSITION, 4)
  port.abandonBy(false)
  expect(await port.closed).toMatchObject({ reason: 'corrupt', error: { name: 'RingCorruptError' } })
})
