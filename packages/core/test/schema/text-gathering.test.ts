/** The texts of a list are written together where they can be: the bytes are those of one by one, whatever the texts are. */

import { expect, test } from 'vitest'
import {
  type AnySchema,
  createSpan,
  list,
  nullable,
  optional,
  string,
  struct,
  u32,
  withDefault,
} from '../../src/schema/index.ts'

const rows = list(
  struct({
    first: string,
    count: u32,
    second: optional(string),
    inner: nullable(struct({ third: string, fourth: withDefault(string, 'none') })),
  }),
)
const words = list(string)

interface Row {
  first: string
  count: number
  second?: string
  inner: { third: string; fourth: string } | null
}

const rowsOf = (count: number, textOf: (number: number) => string): Row[] =>
  Array.from({ length: count }, (_, row) => ({
    first: textOf(row * 4),
    count: row,
    ...(row % 3 === 1 ? {} : { second: textOf(row * 4 + 1) }),
    inner: row % 5 === 2 ? null : { third: textOf(row * 4 + 2), fourth: textOf(row * 4 + 3) },
  }))
const wordsOf = (count: number, textOf: (number: number) => string): string[] =>
  Array.from({ length: count }, (_, number) => textOf(number))

const long = 'x'.repeat(250)
const ascii = (number: number): string => String(number).padStart(number % 40, 'abcdefg')

const LISTS: [string, AnySchema, (count: number, textOf: (number: number) => string) => unknown][] = [
  ['strings', words, wordsOf],
  ['structs', rows, rowsOf],
]
/** Lists that are written one by one after one that was not ASCII. */
const PAUSE = 40

/** Writes lists until texts are gathered again. */
function calm(): void {
  for (let time = 0; time < PAUSE; time++) words.encode(wordsOf(20, ascii))
}

test.each(LISTS)('a list of %s has the same bytes with any text at any place', (_, schema, make) => {
  const interpreted = schema.with({ codegen: 'never' })
  const odd = ['', '\0', '\u007f', '\u0080', 'é', '漢字', '\ud800', 'x'.repeat(253), 'x'.repeat(254), 'é'.repeat(300)]
  for (const count of [1, 15, 16, 17, 30]) {
    for (const text of odd) {
      for (let at = 0; at < count * 4; at += 1 + (count >> 3)) {
        const value = make(count, (number) => (number === at ? text : ascii(number)))
        calm()
        const message = schema.encode(value)
        expect(Buffer.compare(message, interpreted.encode(value))).toBe(0)
        expect(schema.decode(message)).toEqual(value)
      }
    }
  }
})

test.each(LISTS)('a list of %s is written where there is just room, and nowhere else', (_, schema, make) => {
  for (const text of ['plain', 'é', '漢', 'x'.repeat(300)]) {
    const value = make(20, (number) => (number === 33 || number === 7 ? text : ascii(number)))
    calm()
    const message = schema.encode(value)
    const memory = createSpan(new SharedArrayBuffer(message.length * 4 + 16), 0, message.length * 4 + 16)
    const untouched = Buffer.alloc(memory.bytes.length, 0xa5)
    for (let room = 0; room <= message.length * 3 + 8; room += room > message.length + 8 ? 101 : 1) {
      calm()
      memory.bytes.fill(0xa5)
      const end = schema.encodeInto(value, memory, 8, 8 + room)
      expect(end).toBe(room < message.length ? -1 : 8 + message.length)
      expect(Buffer.compare(memory.bytes.subarray(0, 8), untouched.subarray(0, 8))).toBe(0)
      expect(Buffer.compare(memory.bytes.subarray(8 + room), untouched.subarray(8 + room))).toBe(0)
      if (end > 0) expect(Buffer.compare(memory.bytes.subarray(8, end), message)).toBe(0)
    }
  }
})

test('no text of a list is read twice, whether it is ASCII or not', () => {
  for (const text of ['plain', 'é', '漢', 'x'.repeat(300)]) {
    const reads: number[] = []
    const value = Array.from({ length: 20 }, (_, row) => ({
      get first(): string {
        reads.push(row)
        return row === 11 ? text : ascii(row)
      },
      count: 0,
      inner: null,
    }))
    calm()
    rows.encode(value)
    expect(reads).toEqual(Array.from({ length: 20 }, (_, row) => row))
  }
})

test('a text of a list that is none is told, with its place', () => {
  calm()
  const value = wordsOf(30, ascii) as unknown[]
  value[21] = 5
  expect(() => words.encode(value as string[])).toThrow('[21]: expected string, got number')
})

test('texts that together are longer than an engine lets a string be are written one by one, or do not fit', () => {
  const value = wordsOf(2_200_000, () => long)
  calm()
  const memory = createSpan(new ArrayBuffer(4_000_000), 0, 4_000_000)
  for (const schema of [words, words.with({ codegen: 'never' })]) expect(schema.encodeInto(value, memory, 0)).toBe(-1)
})

test('a large list has the same bytes with a long text at any place', () => {
  const value = wordsOf(1_200_000, () => '')
  for (const at of [0, 7, 600_000, 1_199_999]) value[at] = long
  calm()
  const message = words.encode(value)
  expect(Buffer.compare(message, words.with({ codegen: 'never' }).encode(value))).toBe(0)
})
