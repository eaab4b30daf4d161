// When functions are generated for a shape, and when not: by the real numbers of uses.
import { afterEach, expect, test } from 'vitest'
import { forbidCodegen } from '../../src/codec/codegen.ts'
import { ConstructorTable } from '../../src/codec/constructors.ts'
import { createSpan, Decoder, encode, Encoder } from '../../src/codec/index.ts'
import { PlatformObjects } from '../../src/codec/platform-objects.ts'
import { Reader } from '../../src/codec/reader.ts'
import { ShapeTable, USES_TO_SHIFT } from '../../src/codec/shapes.ts'
import { ROWS } from '../../src/codec/tags.ts'
import { readerGear, writerGear } from '../../src/codec/second-gear/gear.ts'
import { writeValue } from '../../src/codec/write.ts'
import { Writer } from '../../src/codec/writer.ts'

const BYTES = 1 << 16
const span = createSpan(new SharedArrayBuffer(BYTES), 0, BYTES)
/** More than any of the numbers of uses. */
const MANY = 4 * USES_TO_SHIFT + 10

afterEach(() => forbidCodegen(false))

/** The parts that an encoder is made of. */
function writing() {
  const shapes = new ShapeTable(2, writerGear)
  const out = new Writer(new PlatformObjects(true), shapes)
  const write = (value: unknown, times = 1): void => {
    for (let time = 0; time < times; time++) {
      shapes.start()
      out.bytes = span.bytes
      out.view = span.view
      out.position = out.base = out.depth = 0
      out.limit = BYTES
      out.isUsual = true
      writeValue(out, value)
      shapes.finish()
      out.finish()
    }
  }
  return { shapes, write, shapeOf: (value: object) => shapes.find(Object.keys(value))! }
}

/** A direction, and whether the last message had rows. */
function line(encoder = new Encoder()) {
  const decoder = new Decoder()
  return (value: unknown): boolean => {
    const end = encoder.encode(value, span, 0, BYTES)
    expect(decoder.decode(span, 0, end)).toEqual(value)
    return span.bytes.subarray(0, end).includes(ROWS)
  }
}

const rowsOf = (make: (row: number) => object): object[] => Array.from({ length: 16 }, (_, row) => make(row % 100))
const keyed = (count: number, prefix: string): object =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${prefix}${n}`, n]))

/** All tasks that were due. */
const tasks = async (): Promise<void> => {
  for (let task = 0; task < 20; task++) await new Promise((resolve) => setTimeout(resolve, 1))
}

test('a function to write is generated after 2,000 uses, in a task', async () => {
  const { write, shapeOf } = writing()
  const value = { first: 1, gear: 2 }
  write(value, USES_TO_SHIFT - 1)
  await tasks()
  expect(shapeOf(value).write).toBeUndefined()
  write(value, 3)
  expect(shapeOf(value).write).toBeUndefined()
  await tasks()
  expect(shapeOf(value).write).toBeTypeOf('function')
})

test('in a thread that runs no tasks it is generated after 8,000', () => {
  const { write, shapeOf } = writing()
  const value = { blocked: 1, thread: 2 }
  write(value, 4 * USES_TO_SHIFT - 10)
  expect(shapeOf(value).write).toBeUndefined()
  write(value, 20)
  expect(shapeOf(value).write).toBeTypeOf('function')
})

test('the function of a run is generated when a run comes after that', async () => {
  const { write, shapeOf } = writing()
  const rows = rowsOf((row) => ({ ofRun: row }))
  write(rows[0], MANY)
  write(rows)
  expect(shapeOf(rows[0]!).writeRows).toBeUndefined()
  await tasks()
  expect(shapeOf(rows[0]!).writeRows).toBeTypeOf('function')
})

test('a shape that lost its functions to others gets both again', async () => {
  const { shapes, write, shapeOf } = writing()
  const rows = rowsOf((row) => ({ lost: row, and: 1 }))
  write(rows[0], MANY)
  write(rows, 2)
  await tasks()
  expect(shapeOf(rows[0]!).writeRows).toBeTypeOf('function')
  shapes.code.forget()
  expect([shapeOf(rows[0]!).write, shapeOf(rows[0]!).writeRows]).toEqual([undefined, undefined])
  write(rows[0], MANY)
  write(rows, 2)
  await tasks()
  expect(shapeOf(rows[0]!).writeRows).toBeTypeOf('function')
})

test('a reader keeps functions of 1,024 keys', async () => {
  const [encoder, decoder] = [new Encoder(), new Decoder()]
  const input = new Reader(undefined, readerGear)
  const hasCode = (value: object): boolean =>
    new ConstructorTable().intern(input, Object.keys(value)).make !== undefined
  const shapes = Array.from({ length: 12 }, (_, n) => keyed(100, `of ${n}: `))
  for (const value of shapes) {
    for (let use = 0; use <= USES_TO_SHIFT + 5; use++) decoder.decode(span, 0, encoder.encode(value, span, 0, BYTES))
    await tasks()
    expect(hasCode(value)).toBe(true)
  }
  expect(shapes.filter(hasCode).length).toBeLessThanOrEqual(10)
})

test('where no code may be generated a shape is asked for it once, and all arrives', () => {
  forbidCodegen()
  const { write, shapeOf } = writing()
  const value = { forbidden: 1 }
  write(value, MANY)
  expect(shapeOf(value).write).toBeUndefined()
  expect(shapeOf(value).uses).toBeLessThan(0)
  const carry = line()
  const rows = rowsOf((row) => ({ forbidden: row }))
  for (let time = 0; time < MANY / 16; time++) expect(carry(rows)).toBe(false)
})

const NUMBERS = [1, 300, -70_000, 0.5, -0, NaN, 2 ** 40]
const TEXTS = ['', 'text', 'é'.repeat(70), '\u{1f600}']
const ANYTHING = [...NUMBERS, ...TEXTS, true, false, null, undefined, 12n, { deep: { er: 1 } }, [1, 'two'], new Date(5)]

test.each<[string, readonly unknown[]]>([
  ['numbers', [1, 2.5, 300, 70_000]],
  ['texts', ['a', 'b', 'c', 'd']],
  ['others', [null, true, {}, []]],
  ['numbers and texts by turns', [1, 'b', 2, 'd']],
  ['numbers between others', [true, 0.5, 0.5, null]],
])('code that was made when the slots held %s carries anything in them', async (name, held) => {
  const objectOf = (items: readonly unknown[]): object =>
    Object.fromEntries(items.map((item, place) => [`${name} ${place}`, item]))
  const encoder = new Encoder()
  const decoder = new Decoder()
  const carry = (value: unknown, limit = BYTES): void => {
    const beyond = span.bytes.subarray(limit, limit + 200).fill(0xaa)
    const end = encoder.encode(value, span, 0, limit)
    expect(beyond.every((byte) => byte === 0xaa)).toBe(true)
    if (end < 0) span.bytes.set(encoder.spilled())
    const length = end < 0 ? encoder.spilled().length : end
    expect(decoder.decode(span, 0, length)).toStrictEqual(value)
  }
  for (let time = 0; time < MANY; time++) carry(objectOf(held))
  for (let time = 0; time < 3; time++) {
    carry(rowsOf(() => objectOf(held)))
    await tasks()
  }
  const constructor = new ConstructorTable().intern(new Reader(undefined, readerGear), Object.keys(objectOf(held)))
  expect([constructor.make, constructor.makeRows].map((code) => typeof code)).toEqual(['function', 'function'])
  for (const [index, item] of ANYTHING.entries()) {
    const other = ANYTHING[(index * 7 + 3) % ANYTHING.length]
    for (const place of held.keys()) carry(objectOf(held.with(place, item)))
    const mixed = objectOf([item, other, item, other])
    for (let limit = 0; limit < 100; limit++) carry(mixed, limit)
    carry(rowsOf((row) => objectOf(held.with(row % 4, row % 3 === 0 ? item : other))))
  }
})

test('two shapes with the same first key both have rows', async () => {
  const carry = line()
  const both = [rowsOf((row) => ({ id: row, name: 'one' })), rowsOf((row) => ({ id: row, price: 2 }))]
  for (let time = 0; time <= MANY / 16; time++) for (const rows of both) carry(rows)
  for (const rows of both) carry(rows)
  await tasks()
  expect(both.map(carry)).toEqual([true, true])
})

test('messages of encode() have no rows, however often a shape was used: equal values are equal bytes', async () => {
  const rows = rowsOf((row) => ({ alone: row }))
  const before = encode(rows)
  for (let time = 0; time < MANY; time++) encode(rows[0])
  encode(rows)
  await tasks()
  for (let time = 0; time < 2; time++) encode(rows)
  expect(encode(rows)).toEqual(before)
})

test('objects that refer back do not ask again for a function that is there', () => {
  const { write, shapeOf } = writing()
  const carry = line()
  const value = { refers: 1 }
  for (let time = 0; time < MANY; time++) carry(value)
  write(value, MANY)
  expect(shapeOf(value).uses).toBeLessThan(0)
  const constructor = new ConstructorTable().intern(new Reader(undefined, readerGear), ['refers'])
  expect(constructor.make).toBeTypeOf('function')
  for (let time = 0; time < 10; time++) carry([value, value])
  expect(constructor.uses).toBeLessThan(0)
})
