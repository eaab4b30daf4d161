import './soon.ts'
import { isDecodeError } from '../../src/errors.ts'
import { createCodec, createSpan, decode, Decoder, encode, Encoder } from '../../src/codec/index.ts'
import { ARRAY, BOXED, REGEXP, VIEW } from '../../src/codec/tags.ts'
import { describe, expect, test } from 'vitest'
import { CARRIED } from './cases/index.ts'
import { randomFrom, randomGraph } from './graph.ts'
import { isRefusal, OWN, OWN_VALUES, Point } from './own-classes.ts'
import { amountOfRun } from '../../../../tools/short-run.mjs'

const SMALL = 2000
const ROUNDS = amountOfRun(50_000)
const own = createCodec(OWN)
const CORPUS: readonly Uint8Array[] = [
  ...CARRIED.map(({ make }) => encode(make())).filter((message) => message.length < SMALL),
  ...OWN_VALUES.map((value) => own.encode(value)).filter((message) => message.length < SMALL),
  ...Array.from({ length: 100 }, (_, seed) => encode(randomGraph(randomFrom(seed), 20))).filter(
    (m) => m.length < SMALL,
  ),
]

/** How often there was a value, and how often an error of the codec; a test of nothing but errors would be easy to pass. */
class Outcomes {
  values = 0
  refusals = 0

  /** Fails unless there is a value or an error of the codec. */
  count(read: () => unknown): void {
    try {
      read()
      this.values++
    } catch (error) {
      if (!isRefusal(error)) throw error
      this.refusals++
    }
  }

  expectBoth(least: number): void {
    expect(this.values).toBeGreaterThan(least)
    expect(this.refusals).toBeGreaterThan(least)
  }
}

/** Decodes with and without classes. */
function survive(message: Uint8Array, outcomes: Outcomes): void {
  for (const read of [decode, own.decode]) outcomes.count(() => read(message))
}

function expectRefused(bytes: readonly number[], what?: RegExp): void {
  try {
    decode(Uint8Array.from(bytes))
  } catch (error) {
    expect(isDecodeError(error)).toBe(true)
    if (what !== undefined) expect((error as Error).message).toMatch(what)
    return
  }
  expect.unreachable(`${bytes.join()} decoded`)
}

test('every truncation of every message is a DecodeError', () => {
  for (const message of CORPUS) {
    for (let length = 0; length < message.length; length++) {
      try {
        own.decode(message.subarray(0, length))
        expect.unreachable()
      } catch (error) {
        if (!isDecodeError(error)) throw error
      }
    }
  }
})

test('a thousand arrays in one another that each claim the rest of a message cost what the message costs', () => {
  const LEVELS = 1000
  const HEAD = 4
  const message = new Uint8Array(1 + (1 << 20))
  for (let level = 0; level < LEVELS; level++) {
    const at = 1 + level * HEAD
    const rest = message.length - at - HEAD
    message.set([ARRAY, (rest & 0x7f) | 0x80, ((rest >> 7) & 0x7f) | 0x80, rest >> 14], at)
  }
  const before = process.memoryUsage().heapUsed
  // Eight bytes an element would be 8 GiB.
  expect(() => decode(message)).toThrow(/expected/)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(200 << 20)
})

test('patterns of many properties of characters, each some time to an engine, come from the platform or not at all', () => {
  const [most, more] = [64, 65].map((count) => String.raw`\p{L}`.repeat(count)) as [string, string]
  const [source, flags] = [more, 'u'].map((text) => encode(text).subarray(1)) as [Uint8Array, Uint8Array]
  expectRefused([0, REGEXP, ...source, ...flags], /too many properties .* 64 with u/)
  expect(decode(encode(new RegExp(most, 'u')))).toEqual(new RegExp(most, 'u'))
  expect(() => encode(new RegExp(more, 'u'))).toThrow('could not be cloned')
  // Without the flag it is a letter, and costs nothing.
  expect(decode(encode(new RegExp(more)))).toEqual(new RegExp(more))
})

test('a pattern of many sets of strings, each a megabyte to an engine, comes from the platform or not at all', () => {
  const [eight, nine] = [8, 9].map((count) => String.raw`\p{RGI_Emoji}`.repeat(count)) as [string, string]
  const [source, flags] = [nine, 'v'].map((text) => encode(text).subarray(1)) as [Uint8Array, Uint8Array]
  expectRefused(
    [0, REGEXP, ...source, ...flags],
    /too many properties of characters in regular expressions: 8 with the flag v/,
  )
  expect(decode(encode(new RegExp(eight, 'v')))).toEqual(new RegExp(eight, 'v'))
  // Of all patterns of a message together.
  const one = ((pattern: Uint8Array) => [REGEXP, ...pattern, ...flags])(encode(eight).subarray(1))
  expectRefused(
    [0, ARRAY, 2, ...one, ...one],
    /too many properties of characters in regular expressions: 8 with the flag v/,
  )
  const many = new RegExp(nine, 'v')
  expect(() => encode(many)).toThrow('could not be cloned')
  const encoder = new Encoder()
  const span = createSpan(new ArrayBuffer(4096), 0, 4096)
  const end = encoder.encode([many], span, 0, 4096)
  expect(encoder.platformObjects).toEqual([many])
  expect(new Decoder().decode(span, 0, end, encoder.platformObjects)).toEqual([many])
  const few = Array.from({ length: 9 }, () => new RegExp(String.raw`\p{L}`, 'v'))
  for (let round = 0; round < 3; round++) {
    encoder.encode(few, span, 0, 4096)
    expect(encoder.platformObjects).toEqual([few[8]])
  }
})

test('bytes left over are a DecodeError', () => {
  for (const message of CORPUS) expectRefused([...message, 0], /left over|expected/)
})

test('many mutated messages give a value or an error of the codec', () => {
  const random = randomFrom(7)
  const outcomes = new Outcomes()
  for (let round = 0; round < ROUNDS; round++) {
    const message = CORPUS[random(CORPUS.length)]!.slice()
    for (let count = 1 + random(4); count > 0; count--) mutate(message, random)
    survive(message, outcomes)
  }
  outcomes.expectBoth(ROUNDS / 5)
})

test('many random strings of bytes give a value or an error of the codec', () => {
  const random = randomFrom(11)
  const outcomes = new Outcomes()
  for (let round = 0; round < ROUNDS; round++) {
    const message = Uint8Array.from({ length: 1 + random(40) }, () =>
      random(3) === 0 ? 0xc0 + random(32) : random(256),
    )
    message[0] = random(4)
    survive(message, outcomes)
  }
  outcomes.expectBoth(ROUNDS / 50)
})

test('one Decoder survives a stream of mutated messages', () => {
  const random = randomFrom(13)
  const span = createSpan(new SharedArrayBuffer(1 << 16), 0, 1 << 16)
  const encoder = new Encoder()
  let decoder = new Decoder()
  const outcomes = new Outcomes()
  for (let round = 0; round < 20_000; round++) {
    const end = encoder.encode(randomGraph(random, 10), span, 0, 1 << 16)
    mutate(span.bytes.subarray(0, end), random)
    const { refusals } = outcomes
    outcomes.count(() => decoder.decode(span, 0, end))
    if (outcomes.refusals > refusals && random(10) === 0) decoder = new Decoder()
  }
  outcomes.expectBoth(2_000)
})

function mutate(message: Uint8Array, random: (below: number) => number): void {
  const at = random(message.length)
  const kind = random(4)
  if (kind === 0) message[at] = random(256)
  else if (kind === 1) message[at]! ^= 1 << random(8)
  else if (kind === 2) message[at] = 0xff
  else message.copyWithin(at, random(message.length), random(message.length))
}

describe('decode() refuses', () => {
  test('an empty message', () => expectRefused([]))
  test('unknown flags', () => expectRefused([0x80, 1], /flags/))
  test('an unknown tag', () => expectRefused([0, 0xff], /unknown tag 0xff/))
  test('a length beyond the message', () => expectRefused([0, 0xcb, 0xff, 0xff, 0xff, 0x7f], /expected/))
  test('a string beyond the message', () => expectRefused([0, 0x85, 0x61], /5 more bytes expected, 1 left/))
  test('a double beyond the message', () => expectRefused([0, 0xc7, 0x61], /8 more bytes expected, 1 left/))
  test('an array longer than the message', () => expectRefused([0, 0xcf, 0xff, 0xff, 0xff, 0xff, 0x0f, 1], /expected/))
  test('an integer beyond 2^53', () => expectRefused([0, 0xcf, ...Array.from({ length: 12 }, () => 0xff), 1], /2\^53/))
  test('a Map longer than the message', () => expectRefused([0, 0xd4, 2, 1, 1, 1]))
  test('a buffer longer than the message', () => expectRefused([0, 0xda, 100, 1]))
  test('a reference to nothing', () => expectRefused([1, 0xdd, 0], /reference/))
  test('a reference that was not announced', () => expectRefused([0, 0xcf, 2, 0xcf, 0, 0xdd, 1], /reference/))
  test('a platform object that did not come along', () => expectRefused([0, 0xde, 0], /platform object/))
  test('a view of something that is no buffer', () => expectRefused([0, 0xdc, 2, 0, 0, 0xd1, 0xce]))
  test('a view beyond its buffer', () => expectRefused([0, 0xdc, 2, 1, 4, 0xda, 4, 1, 2, 3, 4]))
  test('a misaligned view', () => expectRefused([0, 0xdc, 5, 1, 1, 0xda, 4, 1, 2, 3, 4]))
  test('a view of an unknown kind', () => expectRefused([0, 0xdc, 99, 0, 0, 0xda, 0]))
  test('a pattern that is none', () => expectRefused([0, 0xd7, 0x81, 0x28, 0x80], /regular/))
  test('a boxed object', () => expectRefused([0, 0xd8, 0xd1, 0xce]))
  test('a boxed null', () => expectRefused([0, 0xd8, 0xc1]))
  test('an element beyond the length of a sparse array', () => expectRefused([0, 0xd0, 1, 0x81, 0x35, 1, 0xce]))
  test('the length of an array as a property', () =>
    expectRefused([0, 0xd0, 1, 0x86, ...Buffer.from('length'), 5, 0xce]))
  test('an array length beyond 2^32', () => expectRefused([0, 0xd0, 0xff, 0xff, 0xff, 0xff, 0x7f, 0xce]))
  test('a key that is not a string', () => expectRefused([0, 0xd1, 5, 1, 0xce], /string/))
  test('an absent value outside an array', () => expectRefused([0, 0xcd]))
  test('an end without a beginning', () => expectRefused([0, 0xce]))
  test('a stack that is not a string', () => expectRefused([0, 0xd9, 0, 5], /stack/))
  test('an AggregateError whose errors are no array', () => expectRefused([0, 0xd9, 7, 5, 0xc0], /no array/))
  test('an unknown error kind', () => expectRefused([0, 0xd9, 0x0f, 0xc0], /error kind/))
  test('a shape without keys, of which any number would take no bytes', () =>
    expectRefused([0, 0xcf, 2, 0xd2, 0, 1], /a shape of 0 keys/))
  test('an instance of a class that is no string', () => expectRefused([0, 0xe6, 5, 1], /a string expected/))
  test('an instance without contents', () => expectRefused([0, 0xe6, 0x81, 0x42], /1 more bytes expected/))
  test('an instance that contains itself', () =>
    expectRefused([1, 0xe6, 0x81, 0x42, 0xcf, 1, 0xdd, 0], /reference to object 0/))
  test('an instance whose contents come later', () =>
    expectRefused([0, 0xe6, 0x81, 0x42, 0xe3, 0xcf, 0], /come later than it is made/))
  test('instances nested without end', () =>
    expectRefused([0, ...Array.from({ length: 50_000 }, () => [0xe6, 0x81, 0x42]).flat()], /deeper/))
  test('a Buffer that is no Uint8Array', () => expectRefused([0, 0xdc, 0x44, 0, 0, 0xda, 0], /view kind 4 as a Buffer/))
  test('nesting without end', () =>
    expectRefused([0, ...Array.from({ length: 200_000 }, () => [0xcf, 1]).flat()], /deeper/))
  test('a resizable buffer smaller than its content', () =>
    expectRefused([0, 0xdb, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 2, 1, 1], /maxByteLength/))
})

test('an instance of a class nobody knows is no DecodeError: its bytes are sound', () => {
  const message = own.encode([new Point(1, 2)])
  expect(() => decode(message)).toThrow(expect.objectContaining({ name: 'InstanceError', className: 'Point' }))
})

test('a long sparse array costs no memory before its elements are there', () => {
  const before = process.memoryUsage().rss
  for (let round = 0; round < 50; round++) decode(Uint8Array.of(0, 0xd0, 0x80, 0x80, 0x80, 0x0f, 0xce))
  expect(process.memoryUsage().rss - before).toBeLessThan(100 << 20)
})

test('an AggregateError keeps its errors where an engine has written them', () => {
  const error = decode(Uint8Array.of(0, 0xd9, 7, 0xcf, 1, 5, 0xc0)) as AggregateError
  expect(error).toBeInstanceOf(AggregateError)
  expect(error.errors).toEqual([5])
})

test('a DecodeError says where it stopped and at which tag', () => {
  try {
    decode(Uint8Array.of(0, 0xcf, 2, 1, 0xfe))
    expect.unreachable()
  } catch (error) {
    expect(error).toMatchObject({ offset: 5, tag: 0xfe, message: 'Cannot decode at byte 5: unknown tag 0xfe' })
  }
})

test('Decoder.decode() reads nothing outside its range', () => {
  const message = encode({ a: [1, 'text', new Uint8Array(8)] })
  const bytes = new ArrayBuffer(256)
  const span = createSpan(bytes, 0, 256)
  span.bytes.set(message, 16)
  expect(new Decoder().decode(span, 16, 16 + message.length)).toEqual({ a: [1, 'text', new Uint8Array(8)] })
  expect(() => new Decoder().decode(span, 16, 15 + message.length)).toThrow(/Cannot decode/)
  for (const [offset, end] of [
    [-1, 5],
    [5, 4],
    [0, 257],
    [Number.NaN, 3],
  ] as const) {
    expect(() => new Decoder().decode(span, offset, end)).toThrow(/Cannot decode bytes/)
  }
})

test('boxes in boxes, and views of views, are refused for their depth and not when the stack is full', () => {
  expectRefused([0, ...Array.from({ length: 200_000 }, () => BOXED), 1], /nested deeper than 1200/)
  const view = [VIEW, 1, 0, 0]
  expectRefused([0, ...Array.from({ length: 50_000 }, () => view).flat(), 1], /nested deeper than 1200/)
})
