import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { digest } from '../start/digest.ts'

const RECORD = { title: 'The Land Girls', gross: 146083, sales: null, tags: ['a', 'b'], place: { lat: 1.5, lon: -0.5 } }

function hole(): unknown[] {
  const array: unknown[] = []
  array.length = 1
  return array
}

describe('digest() tells apart', () => {
  test.each<[string, unknown, unknown]>([
    ['a changed number', RECORD, { ...RECORD, gross: 146084 }],
    ['a changed last bit', [0.1 + 0.2], [0.3]],
    ['a changed string', RECORD, { ...RECORD, title: 'The Land girls' }],
    ['a changed order of elements', ['a', 'b'], ['b', 'a']],
    ['swapped keys', { a: 1, b: 2 }, { b: 2, a: 1 }],
    ['swapped values', { a: 1, b: 2 }, { a: 2, b: 1 }],
    ['a missing key', { a: 1, b: undefined }, { a: 1 }],
    ['a renamed key', { a: 1 }, { b: 1 }],
    ['-0 and 0', [-0], [0]],
    ['null and undefined', [null], [undefined]],
    ['a hole and undefined', hole(), [undefined]],
    ['a number and its text', [1], ['1']],
    ['true and 1', [true], [1]],
    ['false and null', [false], [null]],
    ['an empty array and an empty object', [], {}],
    ['an array and an object of the same keys', ['x'], { 0: 'x' }],
    ['where a string ends', ['ab', 'c'], ['a', 'bc']],
    ['where an array ends', [[1], 2], [[1, 2]]],
    ['a lone surrogate and its replacement', ['\ud800'], ['\ufffd']],
    ['a deep change', { a: [{ b: [{ c: 1 }] }] }, { a: [{ b: [{ c: 2 }] }] }],
  ])('%s', (_, left, right) => {
    expect(digest(left)).not.toBe(digest(right))
  })
})

test('digest() of a copy is that of the original', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(digest(structuredClone(value))).toBe(digest(value))
    }),
  )
})

test('digest() of two different random values differs', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
      fc.pre(!Object.is(left, right) && JSON.stringify(left) !== JSON.stringify(right))
      expect(digest(left)).not.toBe(digest(right))
    }),
    { numRuns: 2_000 },
  )
})

test('digest() of NaN is stable', () => {
  expect(digest([Number.NaN])).toBe(digest([0 / 0]))
})

test.each([new Date(0), new Map(), 1n, () => 1, Object.create(null)])('digest() refuses %s', (value) => {
  expect(() => digest([value])).toThrow(TypeError)
})
