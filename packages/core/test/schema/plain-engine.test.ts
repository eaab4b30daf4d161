// Browsers have no transcoders for shared memory: the same schemas, on an engine without Node's.
import { expect, test, vi } from 'vitest'
import { randomFrom } from '../codec/graph.ts'

vi.resetModules()
vi.stubGlobal('Buffer', undefined)
vi.stubGlobal('process', undefined)
const plain = await import('../../src/schema/index.ts')
vi.unstubAllGlobals()
vi.resetModules()
const usual = await import('../../src/schema/index.ts')

const CHARACTERS = ['a', 'é', '漢', '\ud800', '\udc00', '\x85']

test('without Node, 2,000 texts of every length class take the same bytes and come back', () => {
  const memory = new Uint8Array(new SharedArrayBuffer(1 << 14))
  const random = randomFrom(7)
  for (let count = 0; count < 2_000; count++) {
    const kinds = 1 + random(CHARACTERS.length)
    const text = Array.from({ length: random(count % 10 === 0 ? 3_000 : 80) }, () => CHARACTERS[random(kinds)]).join('')
    const end = plain.string.encodeInto(text, memory, 0)
    expect(memory.slice(0, end)).toEqual(usual.string.encode(text))
    expect(plain.string.decode(memory, 0, end)).toBe(text)
    expect(plain.string.view(memory, 0, end)).toBe(text)
  }
})
