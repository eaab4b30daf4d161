import { expect, test } from 'vitest'
import { attach, createChannel } from '../src/channel.ts'

test('an offer without shared memory is taken once, and by options that cannot be not at all', async () => {
  const { port, offer } = createChannel({ mode: 'copied' })
  expect(() => attach(offer, { maxCapacity: -1 })).toThrow(RangeError)
  const other = attach(offer)
  expect(() => attach(offer)).toThrow(
    expect.objectContaining({
      name: 'HandshakeError',
      message: expect.stringMatching(/attached to this offer already/),
    }),
  )
  port.postMessage('to the first')
  expect(await other.receive()).toBe('to the first')
  port.close()
  other.close()
})
