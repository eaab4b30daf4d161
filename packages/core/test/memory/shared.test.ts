import { afterEach, expect, test, vi } from 'vitest'
import { createRegion } from '../../src/memory/region.ts'
import { createStateRegion } from '../../src/memory/state-region.ts'
import { struct, u8 } from '../../src/schema/index.ts'
import { createWorld } from '../../src/world/index.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

// A page that is not isolated has not even the name.
test.each([
  ['ring', () => createRegion({ capacity: 4096 })],
  ['state', () => createStateRegion({ slotBytes: 8 })],
  ['world, which has no mode "copied"', () => createWorld({ physics: struct({ x: u8 }) })],
])('without shared memory creating a %s says where there is some', (what, create) => {
  vi.stubGlobal('SharedArrayBuffer', undefined)
  expect(create).toThrow(
    new TypeError(
      `Cannot create a ${what}: there is no SharedArrayBuffer here. A page and its workers have it when they are served with the headers "Cross-Origin-Opener-Policy: same-origin" and "Cross-Origin-Embedder-Policy: require-corp"; Node has it unless a flag or the program has taken it away`,
    ),
  )
})
