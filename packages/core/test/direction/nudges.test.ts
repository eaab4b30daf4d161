import { expect, test } from 'vitest'
import { Receiver } from '../../src/direction/receiver.ts'
import { EMPTY, IN_LANE } from '../../src/direction/status.ts'
import { OOB_STANDALONE } from '../../src/direction/out-of-band.ts'
import { encode } from '../../src/codec/index.ts'
import { isRingCorruptError } from '../../src/errors.ts'
import { OUT_OF_BAND } from '../../src/memory/layout.ts'
import { createRegion } from '../../src/memory/region.ts'

const nothing = (): void => {}

/** A receiver whose sender says that a message is on the lane, which brings nudges for as long as `nudges` lasts, then `last`. */
function flooded(nudges: number, last: readonly unknown[] = []): Receiver {
  const region = createRegion({ capacity: 4096 })
  Atomics.store(region.words, OUT_OF_BAND, 1)
  const rest = [...last]
  const poll = (): { message: unknown } | undefined => {
    if (nudges-- > 0) return { message: 'token' }
    return rest.length === 0 ? undefined : { message: rest.shift() }
  }
  return new Receiver({
    region,
    lane: { post: nothing, poll },
    token: 'token',
    owner: 2,
    onRing: nothing,
    onForeign: nothing,
  })
}

test('a lane that brings nudges without end is an error, not a reader held for ever', () => {
  const receiver = flooded(Infinity)
  let error: unknown
  try {
    receiver.next()
  } catch (thrown) {
    error = thrown
  }
  expect(isRingCorruptError(error)).toBe(true)
  expect(String(error)).toContain('nudges')
})

test('nudges that were late are passed over', () => {
  const message = ['token', 0, OOB_STANDALONE, encode('hello'), undefined]
  const receiver = flooded(5000, [message])
  expect(receiver.next()).toBe('hello')
  expect(receiver.next()).toBe(EMPTY)
  expect(flooded(5000).next()).toBe(IN_LANE)
})
