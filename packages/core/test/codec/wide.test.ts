/** Objects of more keys than engines like, with and without a shape. */

import './soon.ts'
import { afterEach, describe, expect, test } from 'vitest'
import * as codec from '../../src/codec/index.ts'
import { Box, OWN } from './own-classes.ts'
import { difference } from './difference.ts'
import { Line } from './line.ts'

const { Decoder, Encoder, createSpan, registryOf } = codec
// Around where objects without a shape, and those with one, are made in another way, and where shapes end.
const COUNTS = [31, 32, 33, 34, 127, 128, 129, 200, 511, 512, 513, 1100]

type Wide = Record<string, unknown>

const VALUES = [(n: number) => n, (n: number) => `text ${n}`, (n: number) => n / 3, () => null, (n: number) => ({ n })]

function wide(count: number, prefix = 'key'): Wide {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`${prefix}${n}`, VALUES[n % 5]!(n)]))
}

/** With so many keys before the one that `key` gives, and as many after it. */
function amid(count: number, descriptor: PropertyDescriptor, key = 'amid'): Wide {
  const before = wide(count >> 1)
  Object.defineProperty(before, key, { enumerable: true, configurable: true, ...descriptor })
  return Object.assign(before, wide(count >> 1, 'later'))
}

const MAKES: readonly (readonly [name: string, make: (count: number) => unknown])[] = [
  ['plain', (count) => wide(count)],
  ['without a prototype', (count) => Object.setPrototypeOf(wide(count), null)],
  ['of a class', (count) => Object.setPrototypeOf(wide(count), Box.prototype)],
  ['with __proto__', (count) => amid(count, { value: { polluted: 1 } }, '__proto__')],
  ['with toString', (count) => amid(count, { value: 'not a function' }, 'toString')],
  ['with indices', (count) => ({ ...wide(count), 7: 'seven', 1: 'one' })],
  ['in rows', (count) => Array.from({ length: 20 }, () => wide(count))],
  ['inside one another', (count) => ({ ...wide(count), inner: { ...wide(count), inner: wide(count) } })],
  [
    'that refer to themselves',
    (count) => {
      const object = amid(count, { value: [] })
      object['itself'] = object
      ;(object['amid'] as unknown[]).push(object, [object])
      return object
    },
  ],
  [
    'with a getter that deletes a later key',
    (count) => {
      const object = amid(count, { get: () => delete object['later3'] && 'deleted' })
      return object
    },
  ],
  [
    'with a getter that hides a later key',
    (count) => {
      const object = amid(count, {
        get: () => Object.defineProperty(object, 'later3', { enumerable: false }) && 'hidden',
      })
      return object
    },
  ],
  [
    'with a getter that adds a key',
    (count) => {
      const object = amid(count, { get: () => (object['added'] = 1) })
      return object
    },
  ],
  [
    'with a getter that deletes a key and makes it again',
    (count) => {
      const object = amid(count, { get: () => delete object['later3'] && (object['later3'] = 'again') })
      return object
    },
  ],
]

describe.each(COUNTS)('of %i keys', (count) => {
  test.each(MAKES)('%s', (name, make) => {
    const line = new Line(codec, new SharedArrayBuffer(1 << 22))
    // Often enough that it has a shape, and code for that: rows are twenty in each message.
    const rounds = name === 'in rows' ? 5 : 20
    for (let round = 0; round < rounds; round++)
      expect(difference(line.clone(make(count)), structuredClone(make(count)))).toBe(undefined)
  })

  test('one of many strangers', () => {
    const line = new Line(codec, new SharedArrayBuffer(1 << 22))
    for (let round = 0; round < 80; round++) {
      const value = wide(count, `of ${round}: `)
      expect(difference(line.clone(value), value)).toBe(undefined)
    }
  })
})

describe('properties of Object.prototype', () => {
  const shared = Object.prototype as unknown as Wide
  afterEach(() => {
    delete shared['key5']
    delete shared['key200']
  })

  test.each([
    ['accessors', { get: () => 'inherited', set: () => expect.fail(), configurable: true }],
    ['what cannot be written', { value: 'inherited', writable: false, configurable: true }],
  ])('under the same names is in nobody’s way: %s', (_, descriptor) => {
    const line = new Line(codec, new SharedArrayBuffer(1 << 22))
    const values = [wide(40), wide(300), wide(600)]
    for (const name of ['key5', 'key200']) Object.defineProperty(shared, name, descriptor)
    for (let round = 0; round < 20; round++)
      for (const value of values) {
        const copy = line.clone(value) as Wide
        expect(Object.keys(copy)).toEqual(Object.keys(value))
        expect([copy['key5'], copy['key200']]).toEqual([
          value['key5'],
          Object.hasOwn(value, 'key200') ? value['key200'] : Reflect.get({}, 'key200'),
        ])
      }
  })
})

test.each([20, 40, 300, 600])('who makes an instance sees an object of %i keys with its prototype', (count) => {
  const seen: unknown[] = []
  const box = codec.ownClass({
    name: 'B',
    type: Box,
    to: (one) => one.value,
    from: (value) => {
      const { outer } = value as { outer: object }
      seen.push(Object.getPrototypeOf(outer) === Object.prototype)
      return new Box(value)
    },
  })
  const registry = registryOf({ classes: [box] })
  const [encoder, decoder] = [new Encoder(false, registry), new Decoder(registry)]
  const span = createSpan(new ArrayBuffer(1 << 20), 0, 1 << 20)
  for (let round = 0; round < 20; round++) {
    const outer = wide(count)
    outer['box'] = new Box({ outer })
    const end = encoder.encode(outer, span, 0, 1 << 20)
    const copy = decoder.decode(span, 0, end) as Wide
    expect((copy['box'] as { value: { outer: unknown } }).value.outer).toBe(copy)
  }
  expect(seen).toEqual(Array.from({ length: 20 }, () => true))
})

test('instances nested deep in wide objects arrive', () => {
  const registry = registryOf(OWN)
  const [encoder, decoder] = [new Encoder(false, registry), new Decoder(registry)]
  const span = createSpan(new ArrayBuffer(1 << 24), 0, 1 << 24)
  let value: unknown = 'the bottom'
  for (let level = 0; level < 480; level++) value = { ...wide(40, `of ${level}: `), inner: new Box(value) }
  const end = encoder.encode(value, span, 0, 1 << 24)
  let copy = decoder.decode(span, 0, end)
  for (let level = 0; level < 480; level++) copy = (copy as { inner: Box }).inner.value
  expect(copy).toBe('the bottom')
})
