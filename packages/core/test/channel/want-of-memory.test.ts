import { afterEach, expect, test, vi } from 'vitest'
import { halves } from './halves.ts'

const inner = (n: number): object => ({ first: n, second: 'a text that may come again' })
const small = (n: number): object => ({ name: n, inner: inner(n) })
/** Its shape is defined in bytes that nobody gets. */
const large = (): object => ({ name: 'x'.repeat(3000), inner: inner(1) })

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a message that there is no memory for leaves no trace: the next ones arrive as they are', () => {
  const { receiver, sender } = halves(1 << 20)
  vi.stubGlobal('SharedArrayBuffer', function full() {
    throw new RangeError('Array buffer allocation failed')
  })
  for (let count = 0; count < 3; count++) expect(() => sender.send(large(), undefined)).toThrow('allocation failed')
  vi.unstubAllGlobals()
  for (let n = 0; n < 5; n++) sender.send(small(n), undefined)
  for (let n = 0; n < 5; n++) {
    expect(receiver.next()).toEqual(small(n))
  }
})
