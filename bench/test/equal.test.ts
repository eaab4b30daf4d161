import { expect, test } from 'vitest'
import { isEqual } from '../src/equal.ts'

// One and three, and nothing between them.
const HOLEY = Object.assign([], { 0: 1, 2: 3 })

const RING: unknown[] = [1]
RING.push(RING)
const SHARED = { a: 1 }

const same: [string, unknown][] = [
  ['a number that is none', Number.NaN],
  ['nested objects and arrays', { a: [1, { b: null }, undefined], c: 'x' }],
  ['an array with a hole', HOLEY],
  ['bytes', Uint8Array.of(1, 2, 3)],
  ['a buffer', Uint8Array.of(1, 2, 3).buffer],
  ['a Map of records', new Map([['a', { b: 1 }]])],
  ['a Set', new Set(['a', 1])],
  ['a Date, a RegExp and an Error', [new Date(1), /a/g, new RangeError('text', { cause: 1 })]],
  ['an object that holds itself', RING],
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
  ['other bytes of a buffer', Uint8Array.of(1).buffer, Uint8Array.of(2).buffer],
  ['an object twice and its equal', [{ a: 1 }, { a: 1 }], [SHARED, SHARED]],
  ['a Map in another order', new Map(Object.entries({ b: 1, a: 2 })), new Map(Object.entries({ a: 2, b: 1 }))],
  ['a value of a Map', new Map([['a', { b: 1 }]]), new Map([['a', { b: 2 }]])],
  ['a smaller Set', new Set([1]), new Set([1, 2])],
  ['another time', new Date(1), new Date(2)],
  ['other flags', /a/g, /a/],
  ['another message', new Error('a'), new Error('b')],
  ['another cause', new Error('a', { cause: 1 }), new Error('a')],
  ['a Map and an object', new Map(), {}],
]

test.each(different)('isEqual() tells apart %s', (_, actual, expected) => {
  expect(isEqual(actual, expected)).toBe(false)
})

test('isEqual() refuses to judge what it does not know', () => {
  expect(() => isEqual(new DataView(new ArrayBuffer(1)), new DataView(new ArrayBuffer(1)))).toThrow(
    'Cannot compare [object DataView]',
  )
})
