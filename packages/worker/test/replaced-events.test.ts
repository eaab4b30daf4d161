import { attach, createChannel } from '@slipring/worker'
import { afterEach, expect, test, vi } from 'vitest'

const PRODUCER_POSITION = 32

afterEach(() => {
  vi.unstubAllGlobals()
})

// As a DOM that is put into a process, for tests of programs that are for browsers.
class OtherEvent {
  readonly type: string

  constructor(type: string) {
    this.type = type
  }
}

test('ports tell of messages, of what cannot be read and of their end when a program has replaced the classes of events', async () => {
  vi.stubGlobal('Event', OtherEvent)
  vi.stubGlobal('MessageEvent', OtherEvent)
  const { port, offer } = createChannel({ capacity: 4096 })
  const other = attach(offer)
  const log: unknown[] = []
  other.on('message', (message) => log.push(message))
  other.on('messageerror', (error) => log.push(error))
  const areClosed = Promise.all([port, other].map((one) => new Promise((resolve) => one.once('close', resolve))))
  port.postMessage('first')
  await vi.waitFor(() => expect(log).toEqual(['first']))
  port.postMessage('torn')
  Atomics.store(new Int32Array(offer.rings![0]), PRODUCER_POSITION, 4)
  await areClosed
  expect(log).toEqual(['first', expect.objectContaining({ name: 'RingCorruptError' })])
})
