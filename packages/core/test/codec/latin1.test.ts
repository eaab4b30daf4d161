import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MOST_OF_CHARACTER, writeAscii } from '../../src/codec/latin1.ts'

const units = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.string({ unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)) }),
  },
  fc.constantFrom('é', '€', '\u{1f600}', '\ud800', '\udfff', '\0', 'ÿ'),
)
const texts = fc.array(units, { maxLength: 30 }).map((parts) => parts.join(''))

test('a text that one call writes is ASCII and whole, however little more room it has than characters', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: MOST_OF_CHARACTER, max: 40 }), (text, more) => {
      const room = text.length + more
      const bytes = new Uint8Array(room + 8).fill(0xee)
      const isAscii = [...text].every((character) => character <= '\x7f')
      if (writeAscii(bytes, 4, text, text.length, room)) {
        expect(isAscii).toBe(true)
        expect(String.fromCharCode(...bytes.subarray(4, 4 + text.length))).toBe(text)
      }
      expect([...bytes.subarray(0, 4), ...bytes.subarray(4 + room)]).toEqual(Array(8).fill(0xee))
    }),
    { numRuns: 2000 },
  )
  // Others in vain make it doubt: it is asked until it tries.
  const bytes = new Uint8Array(100)
  expect(Array.from({ length: 20 }, () => writeAscii(bytes, 0, 'twenty characters or', 20, 24)).at(-1)).toBe(true)
})
