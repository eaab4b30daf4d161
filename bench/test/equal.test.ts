import { expect, test } from 'vitest'
import { isEqual } from '../src/equal.ts'

// One and three, and nothing between them.
const HOLEY = Object.assign([], { 0: 1, 2: 3 })

const same: [string, unknown][] = [
  ['a number that is none', Number.NaN],
  ['nested objects and arrays', { a: [1, { b: null }, undefined], c: 'x' }],
  ['an array with a hole', HOLEY],
  ['bytes', Uint8Array.of(1, 2, 3)],
]

test.each(same)('isEqual() of %s and its clone', (_, value) => {
  expect(isEqual(structuredClone(value), value)).toBe(true)
})

const different: [string, unknown, unknown][] = [
  ['zero and its negative', -0, 0],
  ['null and undefined', null, undefined],
  ['a number and its text', '1', 1],
  ['a missing key and an undefined one', {}, { a: undefined }],
  ['keys in another order', { b: 1, a: 2 }, { a: 2, b: 1 }],
  ['a hole and undefined', [1, undefined, 3], HOLEY],
  ['a shorter array', [1], [1, 2]],
  ['an array and an object like it', { 0: 1 }, [1]],
  ['bytes of another class', Buffer.of(1, 2), Uint8Array.of(1, 2)],
  ['other bytes', Uint8Array.of(1, 3), Uint8Array.of(1, 2)],
  ['a deep change', { a: [{ b: 1 }] }, { a: [{ b: 2 }] }],
]

test.each(different)('isEqual() tells apart %s', (_, actual, expected) => {
  expect(isEqual(actual, expected)).toBe(false)
})

test('isEqual() refuses to judge what it does not know', () => {
  expect(() => isEqual(new Map(), new Map())).toThrow('Cannot compare [object Map]')
})
