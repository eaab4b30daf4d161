import { expect, test } from 'vitest'
import { createRing, type RegionOptions } from '../src/ring/index.ts'
import { type SchemaOptions, u8 } from '../src/schema/index.ts'
import { createStateRegion, type StateRegionOptions } from '../src/memory/state-region.ts'

// The compiler says so too: with exactOptionalPropertyTypes.
test('an option that is undefined is as one that is not there', () => {
  const ring: RegionOptions = { capacity: 4096, startPosition: undefined, unwrapped: undefined }
  expect(new Int32Array(createRing(ring))).toEqual(new Int32Array(createRing({ capacity: 4096 })))
  const state: StateRegionOptions = { slotBytes: 8, readers: undefined }
  expect(createStateRegion(state).readers).toBe(1)
  const schema: SchemaOptions = { checked: undefined, codegen: undefined }
  expect(() => u8.with(schema).encode(-1)).toThrow(/-1/)
  expect(() => u8.with({ checked: false }).with(schema).encode(-1)).not.toThrow()
})
