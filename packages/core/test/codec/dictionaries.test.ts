/** Objects whose keys do not come again, or not soon: maps from ids, rows of which each lacks other columns. */

import './soon.ts'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createSpan, Decoder, Encoder } from '../../src/codec/index.ts'
import { describe, expect, test } from 'vitest'
import { difference } from './difference.ts'
import { randomFrom } from './graph.ts'

const BYTES = 1 << 16
/** More than a decoder must see before it takes the next for dictionaries. */
const MANY = 200

setFlagsFromString('--allow-natives-syntax')
const isFast = runInNewContext('(object) => %HasFastProperties(object)') as (object: unknown) => boolean

function pair() {
  const span = createSpan(new SharedArrayBuffer(BYTES), 0, BYTES)
  const encoder = new Encoder()
  const decoder = new Decoder()
  let size = 0
  return {
    carry: (value: unknown): unknown => {
      size = encoder.encode(value, span, 0, BYTES)
      return decoder.decode(span, 0, size)
    },
    size: () => size,
  }
}

const random = randomFrom(1)
const key = (): string => random(2 ** 31).toString(36)
const dictionary = (keys: number): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: keys }, () => [`id-${key()}`, random(1000)]))

const recordOf = (id: number): object => ({ identifier: id, horizontal: 1, vertical: 2 })

/** Own properties, whatever their names. */
const own = (entries: readonly (readonly [string, unknown])[]): object => {
  const value = {}
  for (const [name, item] of entries)
    Object.defineProperty(value, name, { value: item, enumerable: true, writable: true, configurable: true })
  return value
}

/** A pair that has carried so many dictionaries that it knows what it does. */
function practised() {
  const line = pair()
  for (let count = 0; count < MANY; count++) line.carry(dictionary(4))
  return line
}

describe('a dictionary after many', () => {
  const shared = { is: 'shared' }
  const circular: Record<string, unknown> = { [`id-${key()}`]: 1 }
  circular['itself'] = circular
  const cases: Record<string, unknown> = {
    'of no key': {},
    'of many keys': dictionary(2000),
    'with indices': { 7: 'seven', [`id-${key()}`]: 1, 3: 'three', 4294967295: 'no index' },
    'with a key that Object.prototype has': own([
      [`id-${key()}`, 1],
      ['toString', 2],
      ['constructor', 3],
    ]),
    'with __proto__ as a key': own([
      [`id-${key()}`, 1],
      ['__proto__', { isNoPrototype: true }],
    ]),
    'of dictionaries': { [`id-${key()}`]: dictionary(3), [`id-${key()}`]: dictionary(3) },
    'of equal objects': { [`id-${key()}`]: shared, [`id-${key()}`]: shared },
    'that holds itself': circular,
    'in an array': [dictionary(3), dictionary(3)],
    'in a Map': new Map([[dictionary(2), dictionary(2)]]),
  }
  test.each(Object.entries(cases))('%s arrives as by structuredClone', (_, value) => {
    const arrived = practised().carry(value)
    expect(difference(arrived, structuredClone(value))).toBeUndefined()
  })

  test('has the prototype and the kind of properties that every object has', () => {
    const arrived = practised().carry({ [`id-${key()}`]: 1, last: 2 }) as Record<string, unknown>
    expect(Object.getPrototypeOf(arrived)).toBe(Object.prototype)
    expect(Object.getOwnPropertyDescriptor(arrived, 'last')).toEqual({
      value: 2,
      writable: true,
      enumerable: true,
      configurable: true,
    })
    expect(String(arrived)).toBe('[object Object]')
  })

  test('is one to the engine too, which a record is not', () => {
    const line = practised()
    const record = { identifier: 1, name: 'one' }
    expect(isFast(line.carry(dictionary(4)))).toBe(false)
    for (let times = 0; times < 3; times++) line.carry(record)
    expect(isFast(line.carry(record))).toBe(true)
    expect(isFast(pair().carry(dictionary(4)))).toBe(true)
  })

  test('is not disturbed by a property of its key on Object.prototype that cannot be set', () => {
    const line = practised()
    const name = `id-${key()}`
    const value = { [`id-${key()}`]: 1, [name]: 2 }
    // oxlint-disable-next-line no-extend-native -- as a program might
    Object.defineProperty(Object.prototype, name, { value: 0, writable: false, configurable: true })
    try {
      expect(Object.entries(line.carry(value) as object)).toEqual(Object.entries(value))
    } finally {
      delete (Object.prototype as Record<string, unknown>)[name]
    }
  })
})

test('3,000 dictionaries do not take its number from a shape in use', () => {
  const { carry, size } = pair()
  for (let id = 0; id < 3; id++) carry(recordOf(id))
  const known = size()
  for (let id = 0; id < 3000; id++) {
    carry(dictionary(20))
    expect(carry(recordOf(100))).toEqual(recordOf(100))
    expect(size()).toBe(known)
  }
})

test('a thousand shapes by turns, too rare each to be compiled, and then one alone, which is', () => {
  const { carry } = pair()
  const names = Array.from({ length: 10 }, (_, place) => `field${place}`)
  const record = (turn: number): object =>
    Object.fromEntries(names.filter((_, place) => (turn >> place) & 1).map((name) => [name, turn]))
  for (let turn = 1; turn < 5000; turn++) {
    const value = record(turn & 1023)
    expect(carry(value)).toEqual(value)
  }
  for (let turn = 0; turn < 100; turn++) expect(carry(record(341))).toEqual(record(341))
})
