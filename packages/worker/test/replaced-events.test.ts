import { runInNewContext } from 'node:vm'
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

test.each<[string, unknown]>([
  ['undefined', undefined],
  ['a function without prototype', () => {}],
])('an event of a message is one although MessageEvent is %s', async (_, replaced) => {
  vi.resetModules()
  vi.stubGlobal('MessageEvent', replaced)
  const fresh = await import('@slipring/worker')
  const { port, offer } = fresh.createChannel()
  const other = fresh.attach(offer)
  const message = new Promise((resolve) => other.addEventListener('message', ({ data }) => resolve(data)))
  port.postMessage('first')
  expect(await message).toBe('first')
  const error = new Promise((resolve) => other.once('messageerror', resolve))
  other.emit('messageerror', 'what cannot be read')
  expect(await error).toBe('what cannot be read')
  port.close()
})

test('an event of a message is one of a MessageEvent of another realm, where a program has put that in its place', async () => {
  vi.resetModules()
  vi.stubGlobal('MessageEvent', runInNewContext('class Other {}; Other'))
  const fresh = await import('@slipring/worker')
  const { port, offer } = fresh.createChannel()
  const other = fresh.attach(offer)
  const event = new Promise((resolve) => other.addEventListener('message', resolve))
  port.postMessage('first')
  expect(await event).toBeInstanceOf(MessageEvent)
  port.close()
})

test('ports tell of their end where Event was another class before the package was loaded', async () => {
  vi.resetModules()
  vi.stubGlobal('Event', OtherEvent)
  const fresh = await import('@slipring/worker')
  const { port, offer } = fresh.createChannel()
  const areClosed = [port, fresh.attach(offer)].map(
    (one) => new Promise((resolve) => one.addEventListener('close', resolve)),
  )
  port.close()
  expect(await Promise.all(areClosed)).toEqual([expect.objectContaining({ type: 'close' }), expect.anything()])
})

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
