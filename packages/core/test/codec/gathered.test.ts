// Strings of long arrays are gathered at the end of a message: whatever they are, and however little room there is.
import { expect, test, vi } from 'vitest'
import { createSpan, decode, Decoder, encode, Encoder } from '../../src/codec/index.ts'
import { randomFrom } from './graph.ts'

vi.resetModules()
vi.stubGlobal('Buffer', undefined)
vi.stubGlobal('process', undefined)
const plain = await import('../../src/codec/index.ts')
vi.unstubAllGlobals()

const SPAN_BYTES = 1 << 20
const shared = createSpan(new SharedArrayBuffer(SPAN_BYTES), 0, SPAN_BYTES)
const LENGTHS = [0, 1, 4, 5, 12, 16, 17, 63, 64, 127, 128, 300]
const ODD = ['é', '\x80', 'ÿ', 'Ā', '漢', '\ud800', '\udc00', '\u{1f600}']

const textOf = (number: number, odd = ''): string => {
  const length = LENGTHS[number % LENGTHS.length]!
  return (String(number) + 'abcdefghij'.repeat(30)).slice(0, Math.max(0, length - odd.length)) + odd
}
const wordsOf = (count: number): string[] => Array.from({ length: count }, (_, number) => textOf(number))
const rowsOf = (count: number): object[] =>
  Array.from({ length: count }, (_, row) => ({
    name: textOf(row),
    count: row,
    inner: { note: textOf(row + 5), list: [textOf(row + 7), row] },
  }))

/** A pair of one direction, in memory whose room ends where it is told. */
function line(span = shared): (value: unknown, room?: number) => unknown {
  const encoder = new Encoder()
  const decoder = new Decoder()
  return (value, room = span.bytes.length - 8) => {
    const end = encoder.encode(value, span, 8, 8 + room)
    if (end >= 0) return decoder.decode(span, 8, end)
    const spilled = encoder.spilled()
    return decoder.decode(createSpan(spilled.slice().buffer, 0, spilled.length), 0, spilled.length)
  }
}

test.each([15, 16, 17, 100, 5000])(
  'arrays of %i words and rows arrive, by one call and by a line, hot and cold',
  (count) => {
    const carry = line()
    const value = { words: wordsOf(count), rows: rowsOf(Math.min(count, 500)) }
    for (let round = 0; round < 40; round++) expect(carry(value)).toEqual(value)
    expect(decode(encode(value))).toEqual(value)
  },
)

test('an odd text arrives at every place of an array, beside others that are ASCII', () => {
  const carry = line()
  for (const odd of ODD) {
    for (let place = 0; place < 20; place++) {
      const words = wordsOf(20).with(place, textOf(4, odd))
      expect(carry(words), `${odd} at ${place}`).toEqual(words)
      // Surrogates of two strings must not become a pair, nor be taken for one.
      const twice = words.with((place + 1) % 20, textOf(5, '\udc00'))
      expect(carry(twice)).toEqual(twice)
    }
  }
})

test('every room is enough or moves the message away, and nothing is written beyond it', () => {
  const span = createSpan(new SharedArrayBuffer(1 << 14), 0, 1 << 14)
  const carry = line(span)
  for (const value of [rowsOf(20), wordsOf(40).with(7, textOf(4, '漢')), wordsOf(40).with(9, textOf(6, 'é'))]) {
    for (let room = 1; room < encode(value).length * 3.2; room += 7) {
      span.bytes.fill(0xee)
      expect(carry(value, room)).toEqual(value)
      expect(Buffer.from(span.bytes.slice(8 + room)).every((byte) => byte === 0xee)).toBe(true)
    }
  }
})

test('one text beyond Latin-1 makes a segment wide, not the message', () => {
  const words = Array.from({ length: 1000 }, (_, number) => `some ${number} words and more`)
  const bytes = encode(words).length
  const wide = encode(words.with(500, words[500]!.replace('words', '漢words'))).length
  expect(wide - bytes).toBeGreaterThan(4000)
  expect(wide - bytes).toBeLessThan(4400)
})

test('random arrays of random texts arrive as structuredClone makes them', () => {
  const random = randomFrom(11)
  const carry = line()
  const alphabets = ['abc', 'abcé', 'ÿ\x80', 'aЖ漢', '\ud83d\ude00x', '\ud800\udc00']
  for (let round = 0; round < 3000; round++) {
    const alphabet = random(4) === 0 ? alphabets : ['abcdefgh']
    const text = (): string => {
      const letters = alphabet[random(alphabet.length)]!
      return Array.from({ length: random(random(20) === 0 ? 400 : 30) }, () => letters[random(letters.length)]).join('')
    }
    const value = Array.from(
      { length: random(60) },
      (_, index) =>
        [text(), { a: text(), b: index, c: { d: text() } }, [text(), text()], new Map([[text(), text()]]), text()][
          random(5)
        ],
    )
    expect(carry(value), `round ${round}`).toEqual(structuredClone(value))
  }
})

test('after a getter that throws, the next message has nothing of the one before', () => {
  const carry = line()
  const broken = rowsOf(30)
  Object.defineProperty(broken[20], 'name', {
    enumerable: true,
    get: () => {
      throw new Error('thrown')
    },
  })
  for (let round = 0; round < 5; round++) {
    expect(() => carry(broken)).toThrow('thrown')
    expect(carry('a text by itself')).toBe('a text by itself')
    expect(carry(wordsOf(3))).toEqual(wordsOf(3))
    expect(carry(rowsOf(30))).toEqual(rowsOf(30))
  }
})

test('keys are not gathered: a definition is used again in messages without segments', () => {
  const carry = line()
  const rows = Array.from({ length: 40 }, (_, row) => ({ 'a key of some length': row, 'and another one': 'x' }))
  for (let round = 0; round < 3; round++) expect([carry(rows), carry(rows[0])]).toEqual([rows, rows[0]])
  expect(decode(encode(rows[0]))).toEqual(rows[0])
})

test('an engine without transcoders reads them too', () => {
  for (const value of [wordsOf(100), rowsOf(50), wordsOf(100).with(3, textOf(5, '漢')), wordsOf(50).with(3, 'ÿÿÿÿÿÿ')])
    expect(plain.decode(encode(value))).toEqual(value)
})

test('every count and every byte of a message may be another: a value or a DecodeError', () => {
  const message = encode(wordsOf(40).with(3, textOf(5, '漢')))
  for (let at = 1; at < message.length; at++) {
    for (const byte of [0, 1, 0x7f, 0x80, 0xe8, 0xff]) {
      try {
        decode(message.with(at, byte))
      } catch (error) {
        expect((error as Error).name).toBe('DecodeError')
      }
    }
  }
})

test('counts that change after they were checked lead nowhere else', () => {
  const words = wordsOf(40)
  const message = encode(words)
  const span = createSpan(message.slice().buffer, 0, message.length)
  let asked = 0
  const view = new DataView(span.bytes.buffer)
  // The table is asked twice: for the place of the segments, and when one is opened.
  vi.spyOn(view, 'getUint32').mockImplementation((at, littleEndian) => {
    const count = DataView.prototype.getUint32.call(span.view, at, littleEndian)
    return at === message.length - 8 && ++asked > 1 ? 0x7fffffff : count
  })
  expect(() => new Decoder().decode({ bytes: span.bytes, view }, 0, message.length)).toThrow(/beyond the message/)
  expect(asked).toBe(2)
})
