// Where the codec takes a short cut, at and around the place where it begins to.
import { createSpan, Decoder, Encoder } from '../../src/codec/index.ts'
import { describe, expect, test } from 'vitest'

const SPAN_BYTES = 1 << 20
const shared = createSpan(new SharedArrayBuffer(SPAN_BYTES), 0, SPAN_BYTES)

/** By a long-lived pair, into a room that may be too small. */
function carry(value: unknown, room = SPAN_BYTES - 8): unknown {
  const encoder = new Encoder()
  const end = encoder.encode(value, shared, 8, 8 + room)
  if (end >= 0) return new Decoder().decode(shared, 8, end)
  const spilled = encoder.spilled()
  return new Decoder().decode(createSpan(spilled.slice().buffer, 0, spilled.length), 0, spilled.length)
}

function withHole(list: unknown[], at: number): unknown[] {
  delete list[at]
  return list
}

describe('bytes', () => {
  test.each([0, 1, 1023, 1024, 1025, 4095, 4096, 4097, 65_536, 300_001])(
    '%i of them arrive, all and no others',
    (count) => {
      const bytes = Uint8Array.from({ length: count }, (_, index) => index * 7 + (index >> 8))
      shared.bytes.fill(0xee)
      const end = new Encoder().encode(bytes, shared, 8, SPAN_BYTES)
      expect(shared.bytes.subarray(0, 8).every((byte) => byte === 0xee)).toBe(true)
      expect(shared.bytes[end]).toBe(0xee)
      const copy = new Decoder().decode(shared, 8, end) as Uint8Array
      shared.bytes.fill(0)
      expect(Buffer.compare(copy, bytes)).toBe(0)
      expect(copy.buffer.byteLength).toBe(count)
    },
  )

  test('arrive in a buffer that is an ordinary one: it can be transferred', () => {
    const { buffer } = carry(new Uint8Array(1 << 16).fill(5)) as Uint8Array<ArrayBuffer>
    expect(Object.getPrototypeOf(buffer)).toBe(ArrayBuffer.prototype)
    const moved = structuredClone(buffer, { transfer: [buffer] })
    expect([buffer.byteLength, moved.byteLength, new Uint8Array(moved)[65_535]]).toEqual([0, 1 << 16, 5])
  })

  test('of a part of a buffer are the whole buffer, as on the platform', () => {
    const whole = Uint8Array.from({ length: 5000 }, (_, index) => index)
    const copy = carry(whole.subarray(100, 4900)) as Uint8Array
    expect([copy.byteOffset, copy.length, copy.buffer.byteLength]).toEqual([100, 4800, 5000])
    expect(new Uint8Array(copy.buffer)).toEqual(whole)
  })
})

describe('texts that may be ASCII', () => {
  const endings = ['', 'é', '\x7f', '\x80', 'ÿ', 'Ā', '漢', '\ud800', '\u{1f600}']
  const texts = [15, 16, 17, 62, 63, 64, 126, 127, 128].flatMap((length) =>
    endings.flatMap((ending) => [
      'a'.repeat(length) + ending,
      'a'.repeat(length >> 1) + ending + 'a'.repeat(length >> 1),
    ]),
  )

  test('arrive from every room, and leave alone what is outside of it', () => {
    for (const text of texts) {
      const value = [text, { text }, text]
      for (let room = text.length; room < text.length * 5; room += 7) {
        shared.bytes.fill(0xee, 0, 2000)
        expect(carry(value, room)).toStrictEqual(value)
        expect(shared.bytes.subarray(0, 8).every((byte) => byte === 0xee)).toBe(true)
        expect(shared.bytes.subarray(8 + room, 2000).every((byte) => byte === 0xee)).toBe(true)
      }
    }
  })

  test('are one byte a character, whatever texts came before', () => {
    const encoder = new Encoder()
    const lengthOf = (text: string): number => encoder.encode(text, shared, 0, SPAN_BYTES)
    const first = lengthOf('a'.repeat(100))
    for (const text of texts) lengthOf(text)
    expect(lengthOf('b'.repeat(100))).toBe(first)
    expect(lengthOf('ÿ'.repeat(100))).toBe(first)
    expect(first).toBe(103)
  })
})

describe('strings that are the same as the element before', () => {
  const long = 'l'.repeat(63)
  const longer = 'm'.repeat(64)
  const lists: unknown[][] = [
    ['a', 'a', 'a'],
    ['', '', '', 'a', ''],
    ['same', 1, 'same', null, 'same', 'same', { a: 1 }, 'same', 'same', [], 'same'],
    ['ab', 'ba', 'ab', 'ab', 'abc', 'ab', 'ab'],
    [long, long, longer, longer, longer, long],
    ['漢', '漢', 'ÿÿ', 'ÿÿ', 'Ā', 'ÿÿ', '漢', '\ud800', '\ud800'],
    withHole(['x', 'x', 'gone', 'x', 'x', undefined, 'x'], 2),
    [1.5, 'x', 'x', 2.5, 'x', 7, 'x', 'x'],
    ['\u0080\u0001', '\u0080\u0001', '\u0001', '\u0001'],
  ]

  test.each(lists.map((list, index) => ({ list, index })))('list $index, in every room', ({ list }) => {
    for (let room = 0; room < 200; room++) {
      const copy = carry(list, room) as unknown[]
      expect(copy).toStrictEqual(structuredClone(list))
      expect(Object.keys(copy)).toEqual(Object.keys(list))
    }
  })

  test('come from getters, each asked once', () => {
    const list = ['a', 'a', 'a']
    let calls = 0
    for (const index of [0, 1, 2])
      Object.defineProperty(list, index, { enumerable: true, get: () => `b${calls++ >> 1}` })
    expect(carry(list)).toEqual(['b0', 'b0', 'b1'])
    expect(calls).toBe(3)
  })
})

describe('arrays', () => {
  test.each([0, 1, 1023, 1024, 1025, 20_000])(
    '%i elements of changing kinds arrive, with holes at the end',
    (length) => {
      const list: unknown[] = Array.from(
        { length },
        (_, index) => [index, index / 3, `${index}`, null, { index }][index % 5],
      )
      list.length += 3
      const copy = carry(list) as unknown[]
      expect(copy.length).toBe(length + 3)
      expect(length in copy).toBe(false)
      expect(copy).toEqual(structuredClone(list))
    },
  )

  test('long ones in a long one arrive', () => {
    const list = Array.from({ length: 1500 }, (_, row) =>
      row % 500 === 0 ? Array.from({ length: 2000 }, String) : row,
    )
    expect(carry(list)).toEqual(list)
  })

  test('of integers arrive in every room, and write nothing beyond it', () => {
    const list = Array.from({ length: 300 }, (_, index) => index * 1e6)
    for (let room = 0; room < 1600; room += 7) {
      shared.bytes.fill(0xee)
      expect(carry(list, room)).toEqual(list)
      expect(shared.bytes.subarray(8 + room).every((byte) => byte === 0xee)).toBe(true)
    }
  })

  test('with a property beside as many elements as their length', () => {
    const list = Object.assign(['a', 'b'], { 2.5: 1 })
    const sparse = Object.assign(withHole([0, 1, 2], 1), { '01': 1 })
    for (const value of [list, sparse]) expect(Object.entries(carry(value) as object)).toEqual(Object.entries(value))
  })
})

test.each([
  ['one byte', ['The quick brown fox jumps over the lazy dog, and 12 more; then another sentence begins here. ']],
  ['two bytes', ['Żółty lis 漢字 skacze \ud800 nad 12 psami; \u{1f98a} i jeszcze jedno zdanie zaczyna się tu, ł. ']],
  ['one and two bytes', ['The quick brown fox, 12 of them; ', 'Żółty lis 漢字 skacze \ud800 nad psami, ł. ']],
])(
  'strings of %s a character, of all lengths, arrive in all orders, wherever a stretch was turned to text',
  (_size, sentences) => {
    const encoder = new Encoder()
    const decoder = new Decoder()
    const alphabets = sentences.map((sentence) => sentence.repeat(14))
    // Small and large steps by turns: long after short, short after long, and both in vain.
    for (let turn = 0; turn < 4000; turn++) {
      const lengths = Array.from({ length: 1 + (turn % 7) }, (_, place) => (turn * (place + 1) * 7 + (turn >> 3)) % 41)
      if (turn % 50 === 0) lengths.push(100 + (turn % 460))
      const texts = lengths.map((length, place) => {
        const start = place + (turn % 11)
        return alphabets[(place + turn) % alphabets.length]!.slice(start, start + length)
      })
      const offset = 8 * (turn % 1000)
      const end = encoder.encode({ texts, last: texts[0] }, shared, offset, SPAN_BYTES)
      const copy = decoder.decode(shared, offset, end)
      shared.bytes.fill(0x7e, offset, end)
      expect(copy).toEqual({ texts, last: texts[0] })
    }
  },
)
