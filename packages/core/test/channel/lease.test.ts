import { expect, test } from 'vitest'
import { Lease } from '../../src/channel/lease.ts'

test('a lease that could not be released, as the stack was full, can be released later', () => {
  let calls = 0
  const lease = new Lease(new Uint8Array(8), {
    release: () => {
      if (calls++ === 0) throw new RangeError('Maximum call stack size exceeded')
    },
  })
  expect(() => lease.release()).toThrow(RangeError)
  lease.release()
  expect(calls).toBe(2)
  lease.release()
  expect(calls).toBe(2)
})
