/** Objects without a shape: of many fields each object has some, and others each time. */

import './soon.ts'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, describe, expect, test } from 'vitest'
import { forbidCodegen } from '../../src/codec/codegen.ts'
import { createSpan, decode, Decoder, encode, Encoder } from '../../src/codec/index.ts'
import { difference } from './difference.ts'
import { randomFrom, type Random } from './graph.ts'

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

describe.each([
  ['few keys', 10],
  ['many', 300],
  ['very many', 3000],
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

test('a getter that deletes a later key takes it from the message, not from those after it', () => {
  const { carry } = pair()
  for (let round = 0; round < 300; round++) {
    expect(carry(withGetter(round))).toEqual({ [`extra ${round}`]: 1, first: 'first', third: 3 })
    expect(carry({ [`other ${round}`]: 1, second: 2 })).toEqual({ [`other ${round}`]: 1, second: 2 })
  }
})

test('messages that stand alone keep nothing: equal values are equal bytes', () => {
  const random = randomFrom(5)
  const values = Array.from({ length: 50 }, () => Array.from({ length: 1500 }, () => some(random, poolOf(500), 6)))
  const before = encode(values[0])
  for (const value of values) expect(difference(decode(encode(value)), value)).toBeUndefined()
  expect(encode(values[0])).toEqual(before)
})

test('records that come after thousands of objects that never came again have a shape soon', () => {
  const { sizeOf } = pair()
  for (let id = 0; id < 5000; id++) sizeOf({ [`never again ${id}`]: id })
  const names = Array.from({ length: 20 }, (_, index) => `a field of a record, ${index}`)
  const record = Object.fromEntries(names.map((name) => [name, 1]))
  for (let round = 0; round < 20; round++) sizeOf(record)
  expect(sizeOf(record)).toBe(3 + names.length)
})

test('records that come after 999 empty objects have a shape the second time, as those are no list of keys', () => {
  const { sizeOf } = pair()
  for (let id = 0; id < 64; id++) sizeOf({ [`a shape of its own ${id}`]: id })
  for (let count = 0; count < 999; count++) sizeOf({})
  const names = Array.from({ length: 20 }, (_, index) => `a field of a record, ${index}`)
  const record = Object.fromEntries(names.map((name) => [name, 1]))
  for (let round = 0; round < 2; round++) sizeOf(record)
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

describe('a hostile sender of keys gets a DecodeError', () => {
  test('for a key that is no text, and for what other versions had for keys', () => {
    expect(() => message(7)).toThrow(/a string expected/)
    expect(() => message(0xe9, 0)).toThrow(/a string expected/)
    expect(() => message(0xea, 0, ...text('key'))).toThrow(/a string expected/)
    expect(() => decode(Uint8Array.from([0, 0xea, 0, ...text('key')]))).toThrow(/unknown tag/)
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
