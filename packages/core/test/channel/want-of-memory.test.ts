import { afterEach, expect, test, vi } from 'vitest'
import { MESSAGE, Receiver } from '../../src/channel/receiver.ts'
import { Sender } from '../../src/channel/sender.ts'
import { createRegion } from '../../src/memory/region.ts'

const nothing = (): void => {}
const inner = (n: number): object => ({ first: n, second: 'a text that may come again' })
const small = (n: number): object => ({ name: n, inner: inner(n) })
/** Its shape is defined in bytes that nobody gets. */
const large = (): object => ({ name: 'x'.repeat(3000), inner: inner(1) })

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a message that there is no memory for leaves no trace: the next ones arrive as they are', () => {
  const region = createRegion({ capacity: 4096 })
  const receiver = new Receiver({
    region,
    lane: { post: nothing },
    token: 't',
    owner: 2,
    onRing: nothing,
    onForeign: nothing,
  })
  const sender = new Sender({
    region,
    lane: { post: nothing } as never,
    token: 't',
    owner: 1,
    maxCapacity: 1 << 20,
    unwrapped: 0,
    whenFull: 'buffer',
    highWaterMark: 0,
    maxBufferedBytes: Infinity,
    isPeerGone: undefined,
  })
  vi.stubGlobal('SharedArrayBuffer', function full() {
    throw new RangeError('Array buffer allocation failed')
  })
  for (let count = 0; count < 3; count++) expect(() => sender.send(large(), undefined)).toThrow('allocation failed')
  vi.unstubAllGlobals()
  for (let n = 0; n < 5; n++) sender.send(small(n), undefined)
  for (let n = 0; n < 5; n++) {
    expect(receiver.next()).toBe(MESSAGE)
    expect(receiver.value).toEqual(small(n))
  }
})
