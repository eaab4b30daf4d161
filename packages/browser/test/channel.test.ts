import { expect, test } from 'vitest'
import { attach, createChannel } from '../src/channel.ts'

test('a mode that cannot be chosen is refused', () => {
  // @ts-expect-error -- what a program without types may ask for
  expect(() => createChannel({ mode: 'shared' })).toThrow(
    new TypeError('Cannot use mode "shared": use "copied", or none for shared memory'),
  )
})

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
