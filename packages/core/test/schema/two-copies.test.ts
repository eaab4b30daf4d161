import { expect, test, vi } from 'vitest'
import { list, struct, u8 } from '@slipring/core/schema'

test('a schema is not made of parts of another copy of the package, which it could not read', async () => {
  vi.resetModules()
  const other = await import('@slipring/core/schema')
  expect(other.u8).not.toBe(u8)
  const refused = /Cannot use a schema of another copy of @slipring\/core as the .+: make both by one copy/
  expect(() => struct({ level: other.u8 })).toThrow(refused)
  expect(() => list(other.struct({ level: other.u8 }))).toThrow(refused)
})
