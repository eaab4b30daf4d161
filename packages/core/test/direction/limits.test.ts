import { expect, test } from 'vitest'
import { Buffered } from '../../src/direction/buffered.ts'
import { Limits } from '../../src/direction/limits.ts'
import { createRegion } from '../../src/memory/region.ts'

// Positions of a ring are 32 bits, bytes of a message are not.
test.each([2 ** 31 + 64, 2 ** 32 + 64])('maxBufferedBytes holds for a message of %i bytes', (bytes) => {
  const options = { whenFull: 'buffer', highWaterMark: 0, maxBufferedBytes: 1 << 20, isPeerGone: undefined } as const
  const limits = new Limits(options, new Buffered(createRegion({ capacity: 4096 })))
  expect(() => limits.mayAdd(bytes, false)).toThrow(/^Cannot post a message of \d+ bytes: 0 of 1048576 are buffered/)
})
