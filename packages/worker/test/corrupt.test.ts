import { attach, createChannel } from '@slipring/worker'
import { expect, test, vi } from 'vitest'

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

test('who only listens is told by a messageerror why nothing comes any more, and then of the end', async () => {
  const { port, offer } = createChannel({ capacity: 4096 })
  const other = attach(offer)
  const log: unknown[] = []
  other.on('message', (message) => log.push(message))
  other.on('messageerror', (error) => log.push(error))
  const isClosed = new Promise((resolve) => other.once('close', resolve))
  port.postMessage('first')
  await vi.waitFor(() => expect(log).toEqual(['first']))
  port.postMessage('torn')
  Atomics.store(new Int32Array(offer.rings![0]), PRODUCER_POSITION, 4)
  await isClosed
  expect(log).toEqual(['first', expect.objectContaining({ name: 'RingCorruptError' })])
  port.close()
})
