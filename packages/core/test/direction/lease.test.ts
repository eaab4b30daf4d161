import { expect, test } from 'vitest'
import { Lease } from '../../src/direction/lease.ts'

test('a lease whose release has thrown can be released again, and once only', () => {
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
