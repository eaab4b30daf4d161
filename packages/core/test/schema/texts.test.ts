/** Texts that are close together are cut from one string: they come back whatever their lengths and neighbours are. */

import { expect, test } from 'vitest'
import {
  type AnySchema,
  bytes,
  f64,
  fixedList,
  isDecodeError,
  list,
  map,
  nullable,
  optional,
  recursive,
  string,
  struct,
  tuple,
  u8,
} from '../../src/schema/index.ts'
import { randomFrom } from '../codec/graph.ts'
import { spoil } from '../codec/mutation.ts'

const LENGTHS = [0, 1, 3, 8, 12, 13, 16, 17, 28, 29, 63, 64, 65, 200, 253, 254, 255, 300, 1000]
const SEEDS = 30

const random = randomFrom(7)
let made = 0

// No two alike, so that one in the place of another shows.
function text(): string {
  const length = LENGTHS[random(random(2) === 0 ? LENGTHS.length : 12)]!
  const start = `${++made}${random(9) === 0 ? '漢' : 'é'}`
  return start.padEnd(length, 'abcdefgh').slice(0, length)
}

const texts = (most: number): string[] => Array.from({ length: random(most) }, text)
const person = struct({ name: string, bio: optional(string), tags: list(string), photo: bytes, note: nullable(string) })
const aPerson = (): unknown => ({
  name: text(),
  ...(random(2) === 0 ? { bio: text() } : {}),
  tags: texts(12),
  photo: Uint8Array.from({ length: random(40) }, () => random(256)),
  note: random(2) === 0 ? null : text(),
})
const tree: AnySchema = struct({
  a: string,
  b: string,
  c: string,
  names: list(string),
  children: list(recursive(() => tree)),
})
const aTree = (depth: number): unknown => ({
  a: text(),
  b: text(),
  c: text(),
  names: texts(20),
  children: Array.from({ length: depth === 0 ? 0 : 3 }, () => aTree(depth - 1)),
})

test.each<[string, AnySchema, () => unknown]>([
  ['a list', list(string), () => texts(100)],
  ['a struct', struct({ a: string, b: string, c: string, d: f64, e: string }), aLetter],
  ['a list of structs', list(person), () => Array.from({ length: random(30) }, aPerson)],
  ['a list of lists', list(list(string)), () => Array.from({ length: 10 }, () => texts(20))],
  ['a fixed list', fixedList(tuple(u8, string, string), 9), () => Array.from({ length: 9 }, () => [1, text(), text()])],
  ['a map', map(string, string), () => new Map(Array.from({ length: 40 }, () => [text(), text()] as const))],
  ['a tree', tree, () => aTree(3)],
])('texts of %s are those that were written, and spoiled ones are told or read alike', (_, schema, make) => {
  const interpreted = schema.with({ codegen: 'never' })
  for (let seed = 0; seed < SEEDS; seed++) {
    const value = make()
    const message = schema.encode(value)
    expect(schema.decode(message)).toEqual(value)
    expect(schema.copyOf(schema.view(message))).toEqual(value)
    const memory = new Uint8Array(new SharedArrayBuffer(message.length + 7)).fill(0x41)
    memory.set(message, 3)
    expect(schema.decode(memory, 3, 3 + message.length)).toEqual(value)
    for (let count = 0; count < 10; count++) {
      const spoiled = spoil(message, [message], random)
      expect(outcome(schema, spoiled)).toEqual(outcome(interpreted, spoiled))
    }
  }
})

test('objects are filled again with texts of a list', () => {
  const target: unknown[] = []
  for (const value of [Array.from({ length: 20 }, aPerson), Array.from({ length: 9 }, aPerson)]) {
    const message = list(person).encode(value as never)
    list(person).decodeInto(target as never, message)
    expect([...list(person).encode(target as never)]).toEqual([...message])
  }
})

function aLetter(): unknown {
  return { a: text(), b: text(), c: text(), d: 1, e: text() }
}

function outcome(schema: AnySchema, message: Uint8Array): unknown {
  try {
    return { value: schema.decode(message) }
  } catch (error) {
    return { isRefused: isDecodeError(error) }
  }
}
