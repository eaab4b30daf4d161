/** Keys that come again in objects without a shape: of many fields each object has some, and others each time. */

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, describe, expect, test } from 'vitest'
import { forbidCodegen } from '../../src/codec/codegen.ts'
import { createSpan, decode, Decoder, encode, Encoder } from '../../src/codec/index.ts'
import { difference } from './difference.ts'
import { randomFrom, type Random } from './graph.ts'
import { isRefusal } from './own-classes.ts'

const BYTES = 1 << 18
const span = createSpan(new SharedArrayBuffer(BYTES), 0, BYTES)

setFlagsFromString('--allow-natives-syntax')
const isFast = runInNewContext('(object) => %HasFastProperties(object)') as (object: unknown) => boolean

afterEach(() => forbidCodegen(false))

function pair() {
  const encoder = new Encoder()
  const decoder = new Decoder()
  let size = 0
  return {
    encoder,
    decoder,
    carry: (value: unknown): unknown => {
      size = encoder.encode(value, span, 0, BYTES)
      return decoder.decode(span, 0, size)
    },
    sizeOf: (value: unknown): number => {
      size = encoder.encode(value, span, 0, BYTES)
      decoder.decode(span, 0, size)
      return size
    },
  }
}

/** An object of the language with own properties, whatever their names. */
function own(keys: readonly string[], random: Random): object {
  const value = {}
  for (const key of keys)
    Object.defineProperty(value, key, {
      value: random(200) - 100,
      enumerable: true,
      writable: true,
      configurable: true,
    })
  return value
}

const SPECIAL = ['__proto__', 'toString', 'constructor', 'x', '', '17', '4294967295', '漢字', 'ключ', '\ud800', 'k'.repeat(128), 'k'.repeat(129)] // oxfmt-ignore

function some(random: Random, pool: readonly string[], most: number): object {
  const keys = new Set(Array.from({ length: random(most) }, () => pool[random(pool.length)]!))
  return own([...keys], random)
}

/** A short text as the format has it; an object of bytes that make one key and the value 1. */
const text = (value: string): number[] => [0x80 | value.length, ...Buffer.from(value, 'latin1')]
const object = (...bytes: number[]): Uint8Array => Uint8Array.from([0, 0xd1, ...bytes, 1, 0xce])

const message = (...bytes: number[]): unknown => decode(object(...bytes))

const wide = (count: number, turn: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, turn + index]))

/** The getter of its second key takes away the third. */
const withGetter = (extra: number): Record<string, unknown> => {
  const value: Record<string, unknown> = { [`extra ${extra}`]: 1, first: 1, second: 2, third: 3 }
  Object.defineProperty(value, 'first', { enumerable: true, get: () => delete value['second'] && 'first' })
  return value
}

const poolOf = (length: number): string[] => [...SPECIAL, ...Array.from({ length }, (_, index) => `field ${index}`)]

test('a key that comes again is its number, whatever stands beside it', () => {
  const { sizeOf } = pair()
  const random = randomFrom(1)
  const names = Array.from({ length: 30 }, (_, index) => `a field of a record, ${index}`)
  for (let round = 0; round < 200; round++) sizeOf(some(random, names, 15))
  const keys = names.filter((_, index) => index % 3 === 0)
  // Flags, tag, end; and for each two bytes of key and one or three of value.
  expect(sizeOf(own(keys, random))).toBeLessThanOrEqual(3 + keys.length * 5)
})

describe.each([
  ['few keys', 10],
  ['many', 300],
  ['more than are kept', 3000],
])('objects that have some of %s arrive as by structuredClone', (_, count) => {
  const pool = poolOf(count)

  test('one after the other', () => {
    const { carry } = pair()
    const random = randomFrom(2)
    for (let round = 0; round < 3000; round++) {
      const value = [some(random, pool, 20), { within: some(random, pool, 60) }]
      expect(difference(carry(value), structuredClone(value))).toBeUndefined()
    }
  })

  test('when code may not be generated', () => {
    forbidCodegen()
    const { carry } = pair()
    const random = randomFrom(3)
    for (let round = 0; round < 1000; round++) {
      const value = some(random, pool, 40)
      expect(difference(carry(value), structuredClone(value))).toBeUndefined()
    }
  })

  test('when others are rolled back, refused or spilled in between', () => {
    const { carry, encoder, decoder } = pair()
    const random = randomFrom(4)
    for (let round = 0; round < 3000; round++) {
      const value = some(random, pool, 20)
      const kind = random(5)
      if (kind === 0) {
        encoder.encode(some(random, pool, 20), span, 0, BYTES)
        encoder.rollback()
      } else if (kind === 1) {
        expect(() => encoder.encode([some(random, pool, 20), Symbol('no')], span, 0, BYTES)).toThrow(/cloned/)
      } else if (kind === 2) {
        expect(encoder.encode(value, span, 0, 1)).toBe(-1)
        const bytes = encoder.spilled()
        const copy = decoder.decode({ bytes, view: new DataView(bytes.buffer) }, 0, bytes.length)
        expect(difference(copy, structuredClone(value))).toBeUndefined()
        continue
      } else if (kind === 3) {
        // Sent, but neither side builds on it: as with what only the platform carries.
        const end = encoder.encode(value, span, 0, BYTES)
        encoder.rollback()
        expect(difference(decoder.decode(span, 0, end), structuredClone(value))).toBeUndefined()
        decoder.rollback()
        continue
      }
      expect(difference(carry(value), structuredClone(value))).toBeUndefined()
    }
  })
})

test('a getter that deletes a later key takes it from the message, not from what is kept', () => {
  const { carry } = pair()
  for (let round = 0; round < 300; round++) {
    expect(carry(withGetter(round))).toEqual({ [`extra ${round}`]: 1, first: 'first', third: 3 })
    expect(carry({ [`other ${round}`]: 1, second: 2 })).toEqual({ [`other ${round}`]: 1, second: 2 })
  }
})

test('messages that stand alone keep none: equal values are equal bytes', () => {
  const random = randomFrom(5)
  const values = Array.from({ length: 50 }, () => Array.from({ length: 1500 }, () => some(random, poolOf(500), 6)))
  const before = encode(values[0])
  for (const value of values) expect(difference(decode(encode(value)), value)).toBeUndefined()
  expect(encode(values[0])).toEqual(before)
})

test('keys that never come again are looked for no more, and keys that do are found again later', () => {
  const { sizeOf } = pair()
  const random = randomFrom(6)
  const names = Array.from({ length: 30 }, (_, index) => `a field of a record, ${index}`)
  const known = (): number => sizeOf(own(names.toSorted(() => random(3) - 1).slice(0, 10), random))
  for (let round = 0; round < 200; round++) known()
  expect(known()).toBeLessThan(60)
  for (let id = 0; id < 3000; id++) sizeOf({ [`never again ${id}`]: id })
  expect(known()).toBeGreaterThan(200)
  for (let round = 0; round < 3000; round++) known()
  expect(known()).toBeLessThan(60)
})

test('records that come after thousands of objects that never came again have a shape soon', () => {
  const { sizeOf } = pair()
  for (let id = 0; id < 5000; id++) sizeOf({ [`never again ${id}`]: id })
  const names = Array.from({ length: 20 }, (_, index) => `a field of a record, ${index}`)
  const record = Object.fromEntries(names.map((name) => [name, 1]))
  for (let round = 0; round < 20; round++) sizeOf(record)
  expect(sizeOf(record)).toBe(3 + names.length)
})

test.each([6, 13, 15, 63, 255])('records that come after %d such objects each have a shape in the end', (others) => {
  const { sizeOf } = pair()
  let id = 0
  const names = Array.from({ length: 20 }, (_, index) => `a field of a record, ${index}`)
  const record = Object.fromEntries(names.map((name) => [name, 1]))
  const next = (): number => {
    for (let other = 0; other < others; other++) sizeOf({ [`never again ${id++}`]: id })
    return sizeOf(record)
  }
  while (id < 1000) for (let other = 0; other < others; other++) sizeOf({ [`never again ${id++}`]: id })
  for (let round = 0; round < 100; round++) next()
  expect(next()).toBe(3 + names.length)
})

test('objects of too many keys for a shape have theirs kept', () => {
  const { sizeOf } = pair()
  for (let round = 0; round < 100; round++) sizeOf(wide(600, round))
  expect(sizeOf(wide(600, 1))).toBeLessThan(3 + 600 * 6)
})

test('a record alone leaves no keys behind', () => {
  const { sizeOf } = pair()
  for (let round = 0; round < 100; round++) sizeOf({ identifier: round, name: 'a record' })
  const first = sizeOf({ identifier: 1, another: 2 })
  // Its keys as texts: flags, tag, two texts with their tags, two values, end.
  expect(first).toBe(3 + 'identifier'.length + 'another'.length + 4)
})

describe('a hostile sender of keys gets a DecodeError or a value', () => {
  test('for a slot that was never filled, or is none', () => {
    expect(() => message(0xe9, 0)).toThrow(/no key is kept in slot 0/)
    expect(() => message(0xe9, 0x80, 8)).toThrow(/no key is kept in slot 1024/)
    expect(() => message(0xea, 0x80, 8, ...text('key'))).toThrow(/a key for slot 1024 of 1024/)
    expect(message(0xea, 0xff, 7, ...text('key'))).toEqual({ key: 1 })
  })

  test('for a key that is too long to be kept, or no text', () => {
    expect(() => message(0xea, 0, 0xcb, 129, 1, ...Buffer.alloc(129, 'k'))).toThrow(/129 characters/)
    expect(() => message(0xea, 0, 7)).toThrow(/a string expected/)
    expect(() => message(0xea, 0, 0xea, 0, ...text('key'))).toThrow(/a string expected/)
  })

  test('for a key in the place of a value', () => {
    expect(() => decode(Uint8Array.from([0, 0xea, 0, ...text('key')]))).toThrow(/Cannot decode/)
    expect(() => decode(Uint8Array.from([0, 0xe9, 0]))).toThrow(/Cannot decode/)
  })

  test('for the rest of a message of which a key was kept', () => {
    const decoder = new Decoder()
    const torn = Uint8Array.from([0, 0xd1, 0xea, 0, ...text('kept'), 1])
    const read = (bytes: Uint8Array): unknown => {
      span.bytes.set(bytes)
      return decoder.decode(span, 0, bytes.length)
    }
    let thrown: unknown
    try {
      read(torn)
    } catch (error) {
      thrown = error
    }
    expect(isRefusal(thrown)).toBe(true)
    expect(read(object(0xe9, 0))).toEqual({ kept: 1 })
  })

  test('for __proto__, which is an own property as often as it comes', () => {
    const decoder = new Decoder()
    const first = object(0xea, 0, ...text('__proto__'))
    span.bytes.set(first)
    decoder.decode(span, 0, first.length)
    for (let round = 0; round < 200; round++) {
      const next = object(0xe9, 0)
      span.bytes.set(next)
      const value = decoder.decode(span, 0, next.length) as object
      expect(Object.keys(value)).toEqual(['__proto__'])
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    }
  })
})

describe('objects of one shape that are filled in a loop', () => {
  test.each([128, 200, 512])('of %d keys are no dictionaries to the engine', (count) => {
    const { carry } = pair()
    for (let turn = 0; turn < 40; turn++) carry(wide(count, turn))
    const value = carry(wide(count, 7))
    expect(value).toEqual(wide(count, 7))
    expect(isFast(value)).toBe(true)
  })

  test('have no part of one another', () => {
    forbidCodegen()
    const { carry } = pair()
    const first = Array.from({ length: 5 }, (_, turn) => carry({ id: turn, inner: { turn } }) as { inner: object })
    expect(first).toEqual(Array.from({ length: 5 }, (_, turn) => ({ id: turn, inner: { turn } })))
    Object.assign(first[4]!.inner, { added: true })
    expect(carry({ id: 5, inner: { turn: 5 } })).toEqual({ id: 5, inner: { turn: 5 } })
  })

  test('hold themselves where they did', () => {
    forbidCodegen()
    const { carry } = pair()
    for (let turn = 0; turn < 5; turn++) {
      const value: Record<string, unknown> = { id: turn, name: 'ring', next: undefined }
      value['next'] = [value]
      const arrived = carry(value) as { next: unknown[] }
      expect(arrived.next[0]).toBe(arrived)
      expect(difference(arrived, value)).toBeUndefined()
    }
  })
})
