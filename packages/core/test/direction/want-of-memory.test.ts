import { afterEach, expect, test, vi } from 'vitest'
import { halves } from './halves.ts'

const inner = (n: number): object => ({ first: n, second: 'a text that may come again' })
const small = (n: number): object => ({ name: n, inner: inner(n) })
/** Its shape is defined in bytes that go another way. */
const large = (n: number): object => ({ name: 'x'.repeat(3000), inner: inner(n) })

afterEach(() => {
  vi.unstubAllGlobals()
})

test('messages that there is no memory for a larger ring for go by the native lane, in their order', () => {
  const posted: unknown[] = []
  const { receiver, sender } = halves(1 << 20, (message) => posted.push(message))
  vi.stubGlobal('SharedArrayBuffer', function full() {
    throw new RangeError('Array buffer allocation failed')
  })
  for (let n = 0; n < 3; n++) {
    sender.send(large(n), undefined)
    sender.send(small(n), undefined)
  }
  vi.unstubAllGlobals()
  expect(sender.rings.growths).toBe(0)
  expect(sender.lane.spills).toBe(3)
  for (const message of posted) receiver.onMessage(message)
  for (let n = 0; n < 3; n++) expect([receiver.next(), receiver.next()]).toEqual([large(n), small(n)])
})
