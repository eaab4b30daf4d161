import { expect, test } from 'vitest'
import { differenceBetween } from '../src/difference.ts'

test.each([
  [{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, undefined],
  [{ a: { at: '1970' } }, { a: { at: new Date(0) } }, '.a.at: Date → string'],
  [{}, { a: undefined }, '.a is missing'],
  [{ a: 1, b: 2 }, { a: 1 }, '.b is new'],
  [[1, 3], [1, 2], '.1: another number'],
  [null, undefined, 'undefined → null'],
  [new Uint8Array([1]), new Uint8Array([2]), 'another Uint8Array'],
  [{ b: 1, a: 1 }, { a: 1, b: 1 }, 'another Object'],
])('differenceBetween(%o, %o) is %s', (actual, expected, difference) => {
  expect(differenceBetween(actual, expected)).toBe(difference)
})
