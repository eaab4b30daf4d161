import { expect, test } from 'vitest'
import * as codec from '../src/codec/index.ts'
import * as root from '../src/index.ts'
import * as ring from '../src/ring/index.ts'
import * as state from '../src/state/index.ts'
import * as world from '../src/world/index.ts'

const OF_RINGS = ['ClosedError', 'HandshakeError', 'RingCorruptError']

test.each([
  ['codec', codec, ['DecodeError', 'InstanceError']],
  ['ring', ring, OF_RINGS],
  ['state', state, OF_RINGS],
  ['world', world, OF_RINGS],
] as const)('who uses %s alone has the errors that it throws, and what tells them', (_, entry, names) => {
  const exported = entry as Record<string, unknown>
  for (const name of names) {
    expect(exported[name]).toBe((root as Record<string, unknown>)[name])
    expect(exported[`is${name}`]).toBe((root as Record<string, unknown>)[`is${name}`])
  }
})
