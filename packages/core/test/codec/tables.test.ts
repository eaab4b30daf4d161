import './soon.ts'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { forbidCodegen, generate } from '../../src/codec/codegen.ts'
import { createSpan, decode, Decoder, encode, Encoder } from '../../src/codec/index.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { amountOfRun } from '../../../../tools/short-run.mjs'
import { difference } from './difference.ts'
import { randomFrom, type Random } from './graph.ts'
import { nodeMeter } from './node-meter.ts'
import { isRefusal } from './own-classes.ts'

const BYTES = 1 << 18
const span = createSpan(new SharedArrayBuffer(BYTES), 0, BYTES)

afterEach(() => forbidCodegen(false))

function pair() {
  const encoder = new Encoder()
  const decoder = new Decoder()
  return {
    encoder,
    decoder,
    carry: (value: unknown) => decoder.decode(span, 0, encoder.encode(value, span, 0, BYTES)),
    size: (value: unknown) => {
      const end = encoder.encode(value, span, 0, BYTES)
      decoder.decode(span, 0, end)
      return end
    },
  }
}

const make = (): unknown => JSON.parse('{"a":1,"__proto__":{"x":1},"constructor":2,"10":3,"2":4}')
const text = (value: string): number[] => [0x80 | value.length, ...Buffer.from(value, 'latin1')]

const WORDS = [
  'automatic',
  'earthquake',
  'Universal Pictures',
  'Original Screenplay',
  'Ünïcödé distributor',
  '漢字 beyond Latin-1',
  'ml',
]

// Records as real streams have them: a few shapes, texts that come again, gaps, something nested, now and then a twin.
function record(random: Random): unknown {
  const word = (): string => WORDS[random(WORDS.length)]!
  const unique = `title number ${random(1e9)} `.repeat(1 + random(3))
  const at = { x: random(1000) / 7, y: random(100) }
  switch (random(7)) {
    case 0:
      return { id: random(1e6), status: word(), title: unique, at }
    case 1:
      return { id: random(1e6), status: null, title: word(), at: [random(90) / 3, random(90) / 7, 0] }
    case 2:
      return {
        type: word(),
        properties: { mag: random(90) / 9, place: unique, net: word(), none: undefined },
        id: word(),
      }
    case 3:
      return { first: at, second: random(2) === 0 ? at : { ...at } }
    case 4:
      return [
        { id: 1, status: word(), title: word(), at },
        { id: 2, status: word(), title: word(), at: { ...at } },
      ]
    case 5: {
      const trap: Record<string, unknown> = { id: 1, status: word(), title: unique, at }
      if (random(3) === 0) Object.defineProperty(trap, 'id', { enumerable: true, get: () => delete trap['title'] && 7 })
      return trap
    }
    default:
      return { [`key${random(40)}`]: random(10), status: word() }
  }
}

// A getter that deletes runs once a copy, so records are made twice from one seed.
function expectCarried(carry: (value: unknown) => unknown, seed: number): void {
  const copy = carry(record(randomFrom(seed)))
  expect(difference(copy, structuredClone(record(randomFrom(seed))))).toBeUndefined()
}

describe('one Encoder and one Decoder agree on their tables', () => {
  test('over many records of a few shapes', () => {
    const { carry } = pair()
    for (let seed = 0; seed < amountOfRun(20_000); seed++) expectCarried(carry, seed)
  })

  test('when code may not be generated', () => {
    forbidCodegen()
    const { carry } = pair()
    for (let seed = 0; seed < 5000; seed++) expectCarried(carry, seed)
  })

  test('when messages are rolled back, refused, or spilled in between', () => {
    const { carry, encoder, decoder } = pair()
    const random = randomFrom(3)
    for (let seed = 0; seed < amountOfRun(10_000); seed++) {
      const kind = random(6)
      if (kind === 0) {
        encoder.encode([record(random), { [`lost${random(100)}`]: 1, status: 'a status that is lost' }], span, 0, BYTES)
        encoder.rollback()
      } else if (kind === 1) {
        expect(() => encoder.encode([record(random), Symbol('no')], span, 0, BYTES)).toThrow(/could not be cloned/)
      } else if (kind === 2) {
        expect(encoder.encode(record(randomFrom(seed)), span, 0, 2)).toBe(-1)
        const spilled = encoder.spilled()
        const copy = decoder.decode({ bytes: spilled, view: new DataView(spilled.buffer) }, 0, spilled.length)
        expect(difference(copy, structuredClone(record(randomFrom(seed))))).toBeUndefined()
        continue
      }
      expectCarried(carry, seed)
    }
  })

  test('when there are more shapes than a table holds, and afterwards', () => {
    const { carry, encoder } = pair()
    const common = { id: 1, name: 'common' }
    for (let round = 0; round < 5000; round++) {
      const value = [common, { [`a${round % 3000}`]: 1, b: 2 }, { [`a${round % 3000}`]: 3, b: 4 }]
      if (round % 7 === 0) {
        encoder.encode(value, span, 0, BYTES)
        encoder.rollback()
      }
      if (round % 11 === 0) expect(() => encoder.encode([value, () => 1], span, 0, BYTES)).toThrow(/cloned/)
      expect(carry(value)).toEqual(value)
    }
  })

  test('when a message that starts over is rolled back', () => {
    const { carry, encoder } = pair()
    for (let round = 0; round < 4000; round++) {
      const value = [{ [`a${round}`]: 1, b: 2 }, { [`a${round}`]: 3, b: 4 }, { id: round }, { id: -1 }]
      // The table filled up in the message before, so every now and then this is the one that starts over.
      encoder.encode({ id: round }, span, 0, BYTES)
      encoder.rollback()
      expect(carry(value)).toEqual(value)
    }
  })

  test('when one message has more shapes than a table holds', () => {
    const { carry } = pair()
    const value = Array.from({ length: 6000 }, (_, index) => ({ [`key${index >> 1}`]: index }))
    for (let round = 0; round < 3; round++) {
      expect(carry(value)).toEqual(value)
      expect(decode(encode(value))).toEqual(value)
      expect(encode(value)).toEqual(encode(value))
    }
  })
})

test('forbidCodegen() means that none is generated', () => {
  expect(generate<number>('return one', { one: 1 })).toBe(1)
  forbidCodegen()
  expect(generate('return one', { one: 1 })).toBeUndefined()
})

describe('a direction says once', () => {
  test('the keys of records', () => {
    const { size } = pair()
    const value = { identifier: 1, aLongerName: 2, theLongestNameOfAll: 3 }
    size(value)
    size(value)
    expect(size(value)).toBe(6)
  })
})

function bytesInUse(): number {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  // An engine keeps hidden classes for some collections longer.
  for (let round = 0; round < 5; round++) collectGarbage()
  return nodeMeter.allocatedBytes()
}

test('ever new shapes of the longest keys leave less than 32 MiB in a thread', () => {
  const { carry } = pair()
  const before = bytesInUse()
  for (let round = 0; round < 6000; round++) {
    const value = { [`${'漢'.repeat(4000)}${round}`]: round }
    decode(encode(value))
    carry([value, { ...value }])
  }
  expect(bytesInUse() - before).toBeLessThan(32 << 20)
})

test('a shape that an idle decoder knows keeps none alive of those that come later', () => {
  const idle = pair()
  for (let round = 0; round < 2; round++) idle.carry({ first: 1, second: 2 })
  const before = bytesInUse()
  for (let round = 0; round < 6000; round++) decode(encode({ [`${'漢'.repeat(4000)}${round}`]: round }))
  expect(bytesInUse() - before).toBeLessThan(32 << 20)
  expect(idle.carry({ first: 1, second: 2 })).toEqual({ first: 1, second: 2 })
})

test('encode() gives the same bytes for the same value, whatever was encoded before', () => {
  const values = Array.from({ length: 300 }, (_, seed) =>
    Array.from({ length: 20 }, (_item, index) => record(randomFrom(seed + index))),
  )
  const before = values.map((value) => encode(structuredClone(value)))
  for (let round = 0; round < 20; round++) for (let seed = 0; seed < 300; seed++) encode(record(randomFrom(seed)))
  expect(values.map((value) => encode(structuredClone(value)))).toEqual(before)
})

test('objects of long keys arrive without a shape', () => {
  const { carry } = pair()
  const value = { ['k'.repeat(5000)]: 1 }
  for (let round = 0; round < 30; round++) expect(carry([value, { ...value }])).toEqual([value, value])
})

test('keys that need care are never shapes, and arrive as they are', () => {
  const { carry } = pair()
  for (let round = 0; round < 50; round++) {
    const copy = carry([
      make(),
      { toString: round, valueOf: 1 },
      { é: 1, '"': 2, '\u2028': 3, '\\': 4, '${x}': 5, '\ud800': 6 },
    ])
    expect(
      difference(
        copy,
        structuredClone([
          make(),
          { toString: round, valueOf: 1 },
          { é: 1, '"': 2, '\u2028': 3, '\\': 4, '${x}': 5, '\ud800': 6 },
        ]),
      ),
    ).toBeUndefined()
  }
})

test('getters run once, in order, in a shape of compiled code', () => {
  const { carry } = pair()
  for (let round = 0; round < 50; round++) {
    const calls: string[] = []
    const value = {
      get a() {
        return calls.push('a')
      },
      b: 'x',
      get c() {
        calls.push('c')
        return undefined
      },
    }
    expect(carry(value)).toEqual({ a: 1, b: 'x', c: undefined })
    expect(calls).toEqual(['a', 'c'])
  }
})

test('an inherited property is never taken for an own one', () => {
  const { carry } = pair()
  for (let round = 0; round < 40; round++) carry({ a: 1, b: 2 })
  const heir = Object.assign(Object.create({ b: 'inherited' }), { a: 'own' }) as object
  expect(carry(heir)).toEqual({ a: 'own' })
  expect(carry(Object.assign(Object.create(null), { a: 1, b: 3 }))).toEqual({ a: 1, b: 3 })
})

test('a property that a program gives Object.prototype late is never taken for an own one of a known shape', () => {
  const { carry } = pair()
  const whole = { a: 1, b: 2 }
  const parts = [{ a: 1 }, [whole, { a: 1 }, { a: 1 }], Array.from({ length: 20 }, () => ({ a: 1 })), { in: { a: 1 } }] // oxfmt-ignore
  for (let round = 0; round < 40; round++)
    for (const value of [whole, [whole, { ...whole }], { in: whole }]) carry(value)
  const { carry: carryFew } = pair()
  for (let round = 0; round < 3; round++) carryFew(whole)
  const copies: unknown[] = []
  // The very misuse that this test is about; whatever else runs here must be able to set properties of that name.
  // oxlint-disable-next-line no-extend-native
  Object.defineProperty(Object.prototype, 'b', { value: 'x', enumerable: true, configurable: true, writable: true })
  try {
    for (const part of parts) copies.push(carry(part), carryFew(part))
  } finally {
    delete (Object.prototype as { b?: unknown }).b
  }
  expect(copies).toEqual(parts.flatMap((part) => [part, part]))
})

test('a property that a program gives Object.prototype late makes no shape of what has none', () => {
  const { carry } = pair()
  for (let round = 0; round < 3; round++) carry({ late: 1, other: 2 })
  const copies: unknown[] = []
  const values = Array.from({ length: 100 }, (_, id) => ({ [`${'a long key '.repeat(300)}${id}`]: id }))
  // oxlint-disable-next-line no-extend-native -- as above
  Object.defineProperty(Object.prototype, 'late', { value: 'x', configurable: true, writable: true })
  try {
    // So much that what has no shape is forgotten, and the tree of keys is made anew.
    for (const value of values) copies.push(carry(value))
    copies.push(carry({ 5: 'an index' }), carry({ late: 1, other: 2 }))
  } finally {
    delete (Object.prototype as { late?: unknown }).late
  }
  expect(copies).toEqual([...values, { 5: 'an index' }, { late: 1, other: 2 }])
})

describe('a hostile sender of shapes gets a DecodeError or a value', () => {
  test('for an unknown shape, an unknown tag, a row of numbers too long', () => {
    for (const bytes of [
      [0, 0xd3, 0],
      [0, 0xe1, 5],
      [0, 0xcf, 2, 0xdf, 3, ...Array.from({ length: 24 }, () => 0)],
      [0, 0xcf, 1, 0xdf, 0],
    ]) {
      expect(() => decode(Uint8Array.from(bytes))).toThrow(/Cannot decode/)
    }
  })

  test('for a shape that names __proto__, which stays an own property however often it is used', () => {
    const decoder = new Decoder()
    const once = [0xd2, 1, ...text('__proto__'), 0xd1, 0xce]
    span.bytes.set([0, ...once])
    decoder.decode(span, 0, once.length + 1)
    span.bytes.set([0, 0xd3, 0, 0xd1, 0xce])
    for (let round = 0; round < 100; round++) {
      const value = decoder.decode(span, 0, 5) as object
      expect(Object.keys(value)).toEqual(['__proto__'])
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    }
  })

  test('for an absent slot that was not announced', () => {
    expect(() => decode(Uint8Array.from([0, 0xd2, 1, ...text('a'), 0xcd]))).toThrow(/unknown tag/)
    expect(decode(Uint8Array.from([4, 0xd2, 1, ...text('a'), 0xcd]))).toEqual({})
  })

  test('for a shape of too many keys, and too many shapes', () => {
    const keys = Array.from({ length: 513 }, (_, index) => text(`k${index}`)).flat()
    expect(() => decode(Uint8Array.from([0, 0xd2, 0x81, 4, ...keys, ...keys]))).toThrow(/513 keys/)
    const long = [0, 0xd2, 1, 0xcb, 0x81, 0x40, ...Array.from({ length: 8193 }, () => 97), 1]
    expect(() => decode(Uint8Array.from(long))).toThrow(/too long keys/)
    const shapes = Array.from({ length: 1025 }, () => [0xd2, 1, ...text('a'), 1]).flat()
    expect(() => decode(Uint8Array.from([0, 0xcf, 0x81, 0x08, ...shapes]))).toThrow(/too many shapes/)
  })

  test('for mutated messages of compiled shapes', () => {
    const random = randomFrom(17)
    let { encoder, decoder } = pair()
    const counts = { value: 0, refusal: 0 }
    for (let round = 0; round < amountOfRun(20_000); round++) {
      const end = encoder.encode([record(random), record(random)], span, 0, BYTES)
      if (random(3) === 0) for (let count = 1 + random(3); count > 0; count--) span.bytes[random(end)] = random(256)
      try {
        decoder.decode(span, 0, end)
        counts.value++
      } catch (error) {
        if (!isRefusal(error)) throw error
        counts.refusal++
        if (random(20) === 0) ({ encoder, decoder } = pair())
      }
    }
    expect(counts.value).toBeGreaterThan(amountOfRun(2_000))
    expect(counts.refusal).toBeGreaterThan(amountOfRun(2_000))
  })
})
