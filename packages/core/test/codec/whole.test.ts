import { inspect } from 'node:util'
import { runInNewContext } from 'node:vm'
import { afterEach, describe, expect, test } from 'vitest'
import { decode, encode } from '../../src/codec/index.ts'
import { isWhole, LONG } from '../../src/codec/whole.ts'

const numbers = (length: number): number[] => Array.from({ length }, (_, index) => index)
const holed = (index: number): number[] => {
  const array = numbers(LONG)
  delete array[index]
  return array
}

const hidden = (length: number): number[] =>
  Object.defineProperty(numbers(length), 1, { enumerable: false }) as number[]

class Heir extends Array<number> {}

/** Nothing may ask for it. */
class Tagged extends Array<number> {
  get [Symbol.toStringTag](): string {
    return expect.fail('a tag was read')
  }
}

const trapped = new Proxy(Array.prototype, {
  getPrototypeOf: () => expect.fail('a trap ran'),
  getOwnPropertyDescriptor: () => expect.fail('a trap ran'),
})

const between = Object.assign(Object.create(Array.prototype) as object, { 7: 'inherited' })

const WHOLE: readonly (readonly [name: string, make: () => unknown[]])[] = [
  ['the shortest', () => numbers(LONG)],
  ['many', () => numbers(100_000)],
  ['doubles', () => numbers(LONG).map((number) => number + 0.5)],
  ['objects', () => numbers(LONG).map((number) => ({ number }))],
  ['undefined', () => Array.from({ length: LONG })],
  ['texts that look like the rest of a list', () => numbers(LONG).map(() => ` more items ]`)],
  ['with a hidden property beside them', () => Object.defineProperty(numbers(LONG), 'beside', { value: 1 })],
  ['frozen', () => Object.freeze(numbers(LONG)) as unknown[]],
]
const OTHERS: readonly (readonly [name: string, make: () => unknown[]])[] = [
  ['the first is missing', () => holed(0)],
  ['one is missing', () => holed(100)],
  ['the last is missing', () => holed(LONG - 1)],
  ['all are missing', () => Array.from<unknown>({ length: 0 }).concat(Object.assign([], { length: LONG }))],
  ['a property beside them', () => Object.assign(numbers(LONG), { beside: 1 })],
  ['one with the text of a list', () => Object.assign(numbers(LONG), { beside: '[ ... 256 more items ]' })],
  ['an accessor', () => Object.defineProperty(numbers(LONG), 'beside', { get: () => expect.fail(), enumerable: true })],
  ['a hole, and a property in its place', () => Object.assign(holed(7), { beside: 1 })],
  ['a symbol beside them', () => Object.assign(numbers(LONG), { [Symbol('beside')]: 1 })],
  ['a negative index', () => Object.assign(numbers(LONG), { '-1': 1 })],
  ['an index that is too large', () => Object.assign(numbers(LONG), { 4294967295: 1 })],
  ['a constructor', () => Object.assign(numbers(LONG), { constructor: 'Array' })],
  ['of another realm', () => runInNewContext('Array.from({ length: 300 }, (_, index) => index)') as unknown[]],
  ['an heir of Array', () => Heir.from(numbers(LONG))],
  ['an heir with a tag of its own', () => Tagged.from(numbers(LONG))],
  ['a Proxy as its prototype', () => Object.setPrototypeOf(numbers(LONG), trapped) as unknown[]],
  ['a hole that a prototype in between fills', () => Object.setPrototypeOf(holed(7), between) as unknown[]],
  ['without a prototype', () => Object.setPrototypeOf(numbers(LONG), null) as unknown[]],
]

test.each(WHOLE)('whole, and equal to a clone: %s', (_, make) => {
  const array = make()
  expect(isWhole(array, array.length)).toBe(true)
  expect(decode(encode(array))).toStrictEqual(structuredClone(array))
})

test.each(OTHERS)('not known to be whole, and equal to a clone where that can be made: %s', (_, make) => {
  const array = make()
  expect(isWhole(array, array.length)).toBe(false)
  // Nobody may call it.
  if (Object.getOwnPropertyDescriptor(array, 'beside')?.get !== undefined) return
  expect(decode(encode({ array }))).toStrictEqual(structuredClone({ array }))
})

test('elements are read once, in order, by their getters', () => {
  const read: number[] = []
  const array = numbers(LONG)
  for (const index of [5, 200])
    Object.defineProperty(array, index, { get: () => read.push(index), enumerable: true, configurable: true })
  expect(isWhole(array, LONG)).toBe(true)
  const copy = decode(encode(array)) as number[]
  expect([read, copy[5], copy[200]]).toEqual([[5, 200], 1, 2])
})

describe('whatever a program has changed', () => {
  const defaults = { ...inspect.defaultOptions }
  const shared = { array: Array.prototype as unknown[], object: Object.prototype as Record<string, unknown> }
  afterEach(() => {
    inspect.defaultOptions = defaults
    Object.assign(shared.array, { length: 0 })
    delete (shared.array as unknown as Record<string, unknown>)['own']
    delete shared.object['7']
  })

  test('how values are shown', () => {
    inspect.defaultOptions = { colors: true, maxArrayLength: 2, numericSeparator: true, showHidden: true, sorted: true }
    expect([isWhole(numbers(LONG), LONG), isWhole(numbers(5000), 5000), isWhole(holed(1), LONG)]).toEqual([
      true,
      true,
      false,
    ])
  })

  test.each([
    ['an element of Array.prototype', () => void (shared.array[7] = 'inherited')],
    ['an element of Object.prototype', () => void (shared.object['7'] = 'inherited')],
    ['a method that every loop over keys meets', () => Object.assign(shared.array, { own: () => 1 })],
  ])('%s', (_, change) => {
    change()
    expect([isWhole(holed(7), LONG), isWhole(numbers(LONG), LONG)]).toEqual([false, false])
    expect(7 in (decode(encode({ array: holed(7) })) as { array: unknown[] }).array).toBe(7 in [])
    const copy = decode(encode(holed(7))) as unknown[]
    expect(Object.hasOwn(copy, 7)).toBe(false)
  })
})

test('as docs/PARITY.md says: a hidden element of a long array arrives', () => {
  expect(1 in (decode(encode(hidden(LONG - 1))) as unknown[])).toBe(false)
  expect(1 in (decode(encode(hidden(LONG))) as unknown[])).toBe(true)
  expect(1 in structuredClone(hidden(LONG))).toBe(false)
})
